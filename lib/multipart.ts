/**
 * Reads a form as browsers send it: each part has a name and no other header. `Request.formData()` accepts more, and Next, which
 * has a second parser for calls from JavaScript, reads some of that differently: a part in base64, or one with a charset.
 */
const BOUNDARY = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/
const PART = /^\r\nContent-Disposition: form-data; name="([^"\r\n]*)"\r\n\r\n(.*)$/is

/** @returns null if it has another form */
export function parseMultipart(body: string, contentType: string): FormData | null {
  const boundary = BOUNDARY.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const [before, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  const after = parts.pop()
  if (before !== '' || (after !== '--' && after !== '--\r\n')) return null
  const form = new FormData()
  for (const part of parts) {
    const [, name, value] = PART.exec(part) ?? []
    if (name === undefined || value === undefined) return null
    form.append(name, value)
  }
  return form
}
