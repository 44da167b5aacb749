/* SPDX-License-Identifier: Apache-2.0 */
/* A document as what it is written as. */
#include "cli/formats/document.h"

void doc_write(const struct doc *doc, struct aic_sink *sink)
{
    if (doc->failed) {
        sink->failed = true;
        return;
    }
    switch (doc->form) {
    case DOC_TEXT:
        doc_write_text(doc, sink);
        break;
    case DOC_MARKDOWN:
        doc_write_markdown(doc, sink);
        break;
    case DOC_PAGE:
        doc_write_page(doc, sink);
        break;
    case DOC_VALUES:
        doc_write_values(doc, sink);
        break;
    }
}
