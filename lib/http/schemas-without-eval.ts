/**
 * zod compiles schemas with `new Function`, which the Content-Security-Policy forbids. zod then falls back, but the browser reports a
 * violation. Modules with schemas for the browser import this file first, so that zod doesn't try.
 */
import * as z from 'zod/mini'

z.config({ jitless: true })
