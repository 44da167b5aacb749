/* SPDX-License-Identifier: Apache-2.0 */
/* Text in XML, for the formats that are XML. */
#ifndef AICALC_CLI_FORMATS_XML_H
#define AICALC_CLI_FORMATS_XML_H

#include <aicalc/aicalc.h>

/* Bytes of the character at `text`; 0 where there is none that XML knows. */
size_t cli_xml_character(const char *text);

/* Text between tags: what XML reserves is escaped, what it does not know is a question mark. */
void cli_xml_text(struct aic_sink *sink, const char *text);

/* Markup with values: %s is text, which is escaped, %g a number, %.1f one to a tenth, %% a percent sign. */
void cli_xml_put(struct aic_sink *sink, const char *format, ...) AIC_PRINTF(2, 3);

/* ' name="value"', the value as text. */
void cli_xml_attribute(struct aic_sink *sink, const char *name, const char *value);
void cli_xml_number(struct aic_sink *sink, const char *name, double value);

#endif
