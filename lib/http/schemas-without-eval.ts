/**
 * zod compiles schemas with `new Function`. The Content-Security-Policy forbids that: zod falls back, but the browser reports
 * a violation. Modules with schemas for the browser import this first, so zod doesn't try.
 */
import * as z from 'zod/mini'

z.config({ jitless: true })
