/* SPDX-License-Identifier: Apache-2.0 */
#include "render.h"

void cli_render_svg(const struct cli_view *view, struct aic_sink *sink)
{
    (void)view;
    aic_sink_text(sink, "being written");
}
