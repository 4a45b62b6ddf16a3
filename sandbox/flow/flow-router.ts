// The hosted flow (F1): its page at /flow, the page's assets, and the API that only the page calls.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Context } from '../context.ts'
import { createAssetRouter } from '../web/browser-assets.ts'
import { serviceIcon } from '../web/service-brand.ts'
import { createFlowApi } from './flow-api.ts'
import type { Redirect } from './flow-protocol.ts'

const MAX_REDIRECT_FIELD_LENGTH = 2048
const MAX_REDIRECT_BYTES = 16 * 1024

// frame-ancestors: any merchant on any port may frame the sandbox; `*` covers exactly http and https. A real service would list
// its tenants' origins. Framing is harmless, because without an inquiryId the flow is empty.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // `data:` allows a tenant's logo.
  "img-src 'self' blob: data:",
  'media-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export function createFlowRouter(context: Context): Hono {
  const router = new Hono()
  router.get('/', (c) => c.html(flowDocument(), 200, PAGE_HEADERS))

  // A redirect posts the inquiryId in a form, and the page passes it on, so it never appears in a URL.
  const limitRedirect = bodyLimit({
    maxSize: MAX_REDIRECT_BYTES,
    onError: (c) => c.text('This form is too large.', 413),
  })
  router.post('/', limitRedirect, async (c) => {
    const form = await c.req.parseBody().catch(() => ({}))
    const redirect = {
      inquiryId: textField(form, 'inquiryId') ?? '',
      returnUrl: webUrl(textField(form, 'returnUrl')),
      cancelUrl: webUrl(textField(form, 'cancelUrl')),
      language: textField(form, 'language') ?? '',
      isPhone: false,
    } satisfies Redirect
    return c.html(flowDocument(redirect), 200, PAGE_HEADERS)
  })

  router.get('/icon.svg', serviceIcon)
  router.route('/assets', createAssetRouter())
  router.route('/api', createFlowApi(context))
  return router
}

/** The page. Its only data is a redirect's, as JSON that can't close the surrounding script element. */
function flowDocument(redirect?: Redirect): string {
  const start = redirect
    ? `<script type="application/json" id="redirect-start">${JSON.stringify(redirect).replaceAll('<', '\\u003c')}</script>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Identity verification</title>
<link rel="icon" type="image/svg+xml" href="/flow/icon.svg">
<link rel="stylesheet" href="/flow/assets/flow-page.css">
</head>
<body>
<div id="flow"></div>
<noscript>This page needs JavaScript. <span lang="de">Diese Seite braucht JavaScript.</span></noscript>
${start}<script src="/flow/assets/flow-page.js"></script>
</body>
</html>`
}

function textField(form: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = form[name]
  return typeof value === 'string' && value.length <= MAX_REDIRECT_FIELD_LENGTH ? value : null
}

/** Returns the URL if it is http or https. A `javascript:` URL would run in the flow's origin. */
function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
