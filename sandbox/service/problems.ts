// What a refused request is answered with. The contract shows only INQUIRY_NOT_APPROVED; the rest is N3's default.
import type { Context } from 'hono'
import type { MerchantEnv } from '../merchant-api/pipeline.ts'
import { gapValue } from '../scenario/gaps.ts'

export interface Problem {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504
  code: string
  message: string
  headers?: Record<string, string>
}

/** Answers with the problem, in the form that the tenant's N3 setting chooses. */
export function refuse(c: Context<MerchantEnv>, problem: Problem): Response {
  const { body, contentType } = problemBody(c, problem)
  c.set('answerBody', body)
  for (const [name, value] of Object.entries(problem.headers ?? {})) c.header(name, value)
  if (body === '') return c.body(null, problem.status)
  return c.body(body, problem.status, { 'content-type': contentType })
}

function problemBody(c: Context<MerchantEnv>, { status, code, message }: Problem) {
  const tenant = c.get('tenant')
  const correlationId = c.get('correlationId')
  const json = (value: unknown, contentType = 'application/json') => ({
    body: JSON.stringify(value),
    contentType,
  })
  switch (tenant ? gapValue(tenant, 'N3') : 'code-message') {
    case 'code-message':
      return json({ code, message, correlationId })
    case 'nested-error':
      return json({ error: { code, message } })
    case 'errors-list':
      return json({ errors: [{ code, detail: message }] })
    case 'problem-json':
      return json({ type: 'about:blank', title: message, status, code }, 'application/problem+json')
    case 'empty':
      return { body: '', contentType: 'text/plain' }
    case 'html':
      return {
        body: `<!doctype html><title>${status}</title><h1>${status}</h1><p>${code}</p>`,
        contentType: 'text/html; charset=utf-8',
      }
  }
}
