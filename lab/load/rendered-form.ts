// The application form as a page rendered it, filled in.
import { filledFormData } from '../../e2e/fixtures/application-form.ts'

/** The fields that name the form's action. */
const HIDDEN_INPUT = /<input type="hidden" name="(\$ACTION[^"]*)"(?: value="([^"]*)")?\/>/g

export function fillForm(html: string, note: string): FormData {
  const form = new FormData()
  for (const [, name = '', value = ''] of html.matchAll(HIDDEN_INPUT))
    form.set(name, unescapeHtml(value))
  if ([...form.keys()].length === 0) throw new Error('The page has no form')
  for (const [name, value] of filledFormData(html, { note })) form.set(name, value)
  return form
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
