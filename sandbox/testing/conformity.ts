// Checks responses and events against the OpenAPI document as published. Its schemas are open, but the sandbox sends nothing
// that they don't name, so they are closed here.
import { z } from 'zod'
import { openApiDocument } from '../service/openapi.ts'

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z.object({ 'application/json': z.object({ schema: z.json() }) }),
          }),
        ),
      }),
    ),
  ),
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.object({
        requestBody: z.object({
          content: z.object({ 'application/json': z.object({ schema: z.json() }) }),
        }),
      }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.json()) }),
})

const published = documentSchema.parse(JSON.parse(JSON.stringify(openApiDocument())))

/** Throws if the document doesn't allow this status or this body. */
export function assertAnswerConforms(
  method: string,
  path: string,
  status: number,
  body: unknown,
): void {
  const template = Object.keys(published.paths).find((candidate) =>
    new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const operations = template === undefined ? undefined : published.paths[template]
  if (!operations) throw new Error(`the document has no path ${path}`)
  // Every operation documents the same errors, so any of them covers an unknown method.
  const operation = operations[method.toLowerCase()] ?? Object.values(operations)[0]
  const response =
    operation?.responses[String(status)] ?? operation?.responses[`${String(status)[0]}XX`]
  if (!response) throw new Error(`${method} ${path}: the document has no ${status}`)
  validatorOf(response.content['application/json'].schema).parse(body)
}

/** Throws if the document doesn't allow this event. */
export function assertEventConforms(kind: string, event: unknown): void {
  const webhook = published.webhooks[kind]
  if (!webhook) throw new Error(`the document has no webhook ${kind}`)
  validatorOf(webhook.post.requestBody.content['application/json'].schema).parse(event)
}

const validators = new Map<string, z.ZodType>()

function validatorOf(schema: unknown): z.ZodType {
  const text = withLocalDefinitions(schema)
  const known = validators.get(text)
  if (known) return known
  const $defs = JSON.parse(withLocalDefinitions(published.components.schemas))
  const validator = z.fromJSONSchema(closed({ ...JSON.parse(text), $defs }))
  validators.set(text, validator)
  return validator
}

/** The same schema, except that objects allow no additional properties. */
function closed<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties
      ? { ...value, additionalProperties: false }
      : value,
  )
}

function withLocalDefinitions(schema: unknown): string {
  return JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')
}
