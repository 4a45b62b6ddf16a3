// The flow's HTML page. The only data it carries is a redirect's.

import { escapeText } from '../scenario/specimens/svg.ts'
import { type Language, NO_SCRIPT, TITLES } from './languages.ts'

export interface RedirectStart {
  inquiryId: string
  /** Where the customer returns to; null if no usable URL was given. */
  returnUrl: string | null
  /** Where a customer who cancels returns to; null means `returnUrl`. */
  cancelUrl: string | null
}

export function flowDocument(language: Language, redirect?: RedirectStart): string {
  const start = redirect
    ? `<script type="application/json" id="redirect-start">${jsonForHtml(redirect)}</script>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeText(TITLES[language])}</title>
<link rel="icon" type="image/svg+xml" href="/flow/icon.svg">
<link rel="stylesheet" href="/flow/assets/flow-page.css">
</head>
<body><div id="flow"></div><noscript>${escapeText(NO_SCRIPT[language])}</noscript>${start}<script src="/flow/assets/flow-page.js"></script></body>
</html>`
}

/** JSON that can't close the script element around it. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
