// The flow replaces the merchant's page. A form post carries the inquiryId, because it must not be in a URL (F2).

export interface RedirectFields {
  inquiryId: string
  returnUrl: string
  cancelUrl: string
  language: string
}

export function submitRedirect(serviceOrigin: string, fields: RedirectFields): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${serviceOrigin}/flow`
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
