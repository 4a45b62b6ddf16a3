import { expect, test } from 'vitest'
import { carrySentForm, readSentForm } from './sent-form'

/** What a browser posts without JavaScript, to an action that this build doesn't know. */
function outdatedForm(): FormData {
  const form = new FormData()
  form.set('$ACTION_REF_1', '')
  form.set('$ACTION_1:0', JSON.stringify({ id: '60'.padEnd(42, 'b'), bound: '$@1' }))
  form.set('$ACTION_1:1', '[]')
  form.set('note', 'Grüße an alle')
  form.set('terms', 'on')
  return form
}

function carry(form: FormData | null, sent: Record<string, string> = {}): Headers {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=x', ...sent })
  carrySentForm(form, headers)
  return headers
}

test('answers to an action that this build does not know reach the page, without the action', () => {
  const headers = carry(outdatedForm())
  expect(readSentForm(headers)).toEqual({ note: 'Grüße an alle', terms: 'on' })
  // Next would look for the action again.
  expect(headers.has('content-type')).toBe(false)
})

test('any other request is left to Next', () => {
  const headers = carry(null)
  expect(readSentForm(headers)).toBe(null)
  expect(headers.get('content-type')).toBe('multipart/form-data; boundary=x')
})

test('a client cannot pass answers to the page in the header', () => {
  const forged = carry(outdatedForm()).get('x-sent-form') ?? ''
  expect(forged).not.toBe('')
  expect(readSentForm(carry(null, { 'x-sent-form': forged }))).toBe(null)
})
