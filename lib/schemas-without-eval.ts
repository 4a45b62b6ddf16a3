/**
 * zod compiles schemas with `new Function`. The policy forbids it, zod does without, and the browser reports a violation.
 * Modules with schemas for the browser import this first.
 */
import * as z from 'zod/mini'

z.config({ jitless: true })
