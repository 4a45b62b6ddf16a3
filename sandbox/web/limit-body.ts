import { bodyLimit } from 'hono/body-limit'

/** Comes after whatever may refuse a request unread: it reads a chunked body to its end. */
export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: (c) =>
    c.json({ code: 'BODY_TOO_LARGE', message: 'The body is larger than 1 MiB.' }, 413),
})
