/* SPDX-License-Identifier: Apache-2.0 */
/* The style of all pages: style.css, which the build puts into the program. */
#ifndef AICALC_CLI_FORMATS_STYLE_H
#define AICALC_CLI_FORMATS_STYLE_H

extern const char html_style[];

#endif
