/**
 * What a request to a server action may look like. Anyone can send one. Next answers one that React can't decode with a 500,
 * and React decodes more than our pages send: a megabyte of nested arrays takes it half a second. So the proxy lets through what
 * React's client sends for the actions of this app, and nothing else. An action that takes a file, a Map or a promise needs a
 * change here.
 */
import 'server-only'
import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { isKnownAction } from './known-actions'
import { parseMultipart } from './multipart'
import { BODY_STATUS, readRequestBody } from './request-body'

/** The application form with its longest note takes 4 KiB. */
const MAX_BODY_BYTES = 64 * 1024
/** Our actions take one or two. */
const MAX_ARGUMENTS = 10
/** A form's state has its errors and values by field: two levels. */
const MAX_DEPTH = 10

/** Strings that begin with `$` are React's: values that JSON lacks, and references to other parts of the message. */
const REFERENCE = /^\$(?!\$|undefined$|NaN$|-?Infinity$|-0$|D|n-?\d{1,100}$)/

/** An outdated form was sent without JavaScript, to an action that this build doesn't know. */
export type ActionRequest =
  | { ok: true; outdatedForm: FormData | null }
  | { ok: false; status: number }

const ACCEPTED: ActionRequest = { ok: true, outdatedForm: null }
const UNREADABLE: ActionRequest = { ok: false, status: 400 }

export async function readActionRequest(request: NextRequest): Promise<ActionRequest> {
  const { method, headers } = request
  const isCall = headers.has('next-action')
  const contentType = headers.get('content-type') ?? ''
  const isMultipart = contentType.startsWith('multipart/form-data')
  if (method !== 'POST' || !(isCall || isMultipart)) return ACCEPTED
  if (isForeignOrigin(headers)) return { ok: false, status: 403 }
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) return { ok: false, status: BODY_STATUS[body.reason] }
  const text = Buffer.from(body.bytes).toString()

  if (!isMultipart) return areArguments(text) ? ACCEPTED : UNREADABLE
  const form = parseMultipart(text, contentType)
  if (form === null) return UNREADABLE
  if (isCall) return isCallWithForms(form) ? ACCEPTED : UNREADABLE
  if (!isKnownAction(actionIdOf(form))) return { ok: true, outdatedForm: form }
  return namesOneAction(form) ? ACCEPTED : UNREADABLE
}

/** Next refuses actions from another origin, and accepts them from clients that don't name theirs. */
function isForeignOrigin(headers: Headers): boolean {
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

/** The arguments in part `0`, and the fields of each form among them as `_1_name`. */
function isCallWithForms(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => !/^_\d+_/.test(name))
  return names.length === 1 && names[0] === '0' && areArguments(form.get('0'), { mayBeForms: true })
}

function areArguments(json: unknown, { mayBeForms = false } = {}): boolean {
  const list: unknown = parseJson(json)
  if (!Array.isArray(list) || list.length > MAX_ARGUMENTS) return false
  return list.every(
    (value: unknown) => (mayBeForms && isFormReference(value)) || isPlain(value, MAX_DEPTH),
  )
}

const isFormReference = (value: unknown): boolean =>
  typeof value === 'string' && /^\$K[0-9a-f]+$/.test(value)

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !REFERENCE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isPlain(inner, depth - 1))
}

const actionSchema = z.object({ id: z.string() })

/** React's hidden fields name the action: `$ACTION_ID_<id>`, or `$ACTION_REF_1` with its description in `$ACTION_1:0`. */
function actionIdOf(form: FormData): string | null {
  for (const key of form.keys()) {
    if (key.startsWith('$ACTION_ID_')) return key.slice('$ACTION_ID_'.length)
    if (!key.startsWith('$ACTION_REF_')) continue
    const description = form.get(`$ACTION_${key.slice('$ACTION_REF_'.length)}:0`)
    return actionSchema.safeParse(parseJson(description)).data?.id ?? null
  }
  return null
}

/** The description refers to the bound arguments, in `$ACTION_1:1`. `$ACTION_KEY` tells React which form it was. */
function namesOneAction(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => /^\$ACTION_(?!KEY$)/.test(name)).sort()
  if (names.length === 1) return names[0]?.startsWith('$ACTION_ID_') === true
  const nth = /^\$ACTION_(\d+):0 \$ACTION_\1:1 \$ACTION_REF_\1$/.exec(names.join(' '))?.[1]
  return (
    nth !== undefined &&
    /^\{"id":"[0-9a-f]+","bound":"\$@1"\}$/.test(String(form.get(`$ACTION_${nth}:0`))) &&
    areArguments(form.get(`$ACTION_${nth}:1`))
  )
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
