/* SPDX-License-Identifier: Apache-2.0 */
/* Input rows of what the headers of weight files say; nobody types them. */
#ifndef AICALC_CALCULATORS_SHARED_STORED_INPUTS_H
#define AICALC_CALCULATORS_SHARED_STORED_INPUTS_H

#include <aicalc/parts.h>

#include "calculators/shared/shared_inputs.h"

/* clang-format off */
#define INPUT_STORED_PART(part)                                                                    \
    INPUT(INTEGER, stored_##part, "bytes of the part '" #part "' in the files of the model",       \
          (BYTES, FLAGS(AIC_OF_FILES)))
#define INPUT_TOTAL_SIZE                                                                           \
    INPUT(INTEGER, total_size, "bytes of all tensors, as a safetensors index alone says",          \
          (BYTES, FLAGS(AIC_OF_FILES | AIC_ABOVE_MIN)))
/* What files of the model say of their bytes: unset or 0 where there are none. */
#define STORED_BYTES                                                                               \
    sum(sum(stored_embedding, stored_attention, stored_mixer),                                     \
        sum(stored_mlp, stored_experts, stored_router),                                            \
        sum(sum(stored_norms, stored_head, stored_other), total_size))
/* clang-format on */

#endif
