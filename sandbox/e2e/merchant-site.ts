// A merchant's one-page site, which answers every request with its page, events included. It uses the web SDK under the strictest
// Content-Security-Policy that a merchant may have: scripts by nonce and strict-dynamic, no inline styles, frames only from the
// service.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface MerchantSite {
  url: string
  stop(): Promise<void>
}

export async function startMerchantSite(serviceUrl: string): Promise<MerchantSite> {
  const server = createServer((_, response) => {
    const nonce = randomUUID()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('permissions-policy', `camera=(self "${serviceUrl}")`)
    response.setHeader(
      'content-security-policy',
      [
        "default-src 'self'",
        `script-src 'nonce-${nonce}' 'strict-dynamic'`,
        `style-src 'nonce-${nonce}'`,
        `frame-src ${serviceUrl}`,
        `form-action ${serviceUrl}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    )
    response.end(merchantPage(serviceUrl, nonce))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    // A different site from the service's, as in production.
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const merchantPage = (serviceUrl: string, nonce: string) => `<!doctype html>
<html lang="en">
<title>A merchant</title>
<h1>A merchant</h1>
<button id="verify" disabled>Verify me</button>
<script nonce="${nonce}">
  window.sdkCalls = []
  window.sdkSteps = []
  window.violations = []
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
  const record = (name) => (event) => sdkCalls.push(event === undefined ? [name] : [name, event])
  window.prepare = (options) => {
    window.sdk?.destroy()
    window.sdk = new VerificationSdk({
      ...options, returnUrl: location.origin + '/returned',
      cancelUrl: location.origin + '/cancelled',
      onReady: record('ready'), onStep: ({ step }) => sdkSteps.push(step), onComplete: record('complete'),
      onCancel: record('cancel'), onError: record('error'),
    })
  }
  const button = document.getElementById('verify')
  button.onclick = () => sdk.open()
  const script = document.createElement('script')
  script.src = '${serviceUrl}/sdk/v1.js'
  script.onload = () => { button.disabled = false }
  document.head.append(script)
</script>
</html>`
