// `npm run --silent openapi -w sandbox` prints the OpenAPI document, for a linter or a generator.
import { openApiDocument } from './service/openapi.ts'

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
