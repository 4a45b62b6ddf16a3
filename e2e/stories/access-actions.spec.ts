// Who may call each server action. A new action needs a row here. The actions are called by hand, as an attacker would,
// because hiding a button protects nothing.
import { randomUUID } from 'node:crypto'
import {
  type Answers,
  answerFor,
  ELSEWHERE,
  expect,
  formOf,
  NEEDS,
  SIGN_IN,
  staff,
  test,
} from '../fixtures/access'
import { appFiles, appSource } from '../fixtures/app-files'
import { filledFormData } from '../fixtures/application-form'
import { type ActionAnswer, callAction } from '../fixtures/server-actions'
import { findMember, VISITORS, type Visitor } from '../fixtures/visitors'

// One worker for the whole file, so that its visitors sign in only once.
test.describe.configure({ mode: 'default' })

interface ActionRow {
  page: string
  args: (ids: { inquiry: string; colleague: string; formPage: string }) => unknown[]
  answers: Answers<ActionAnswer>
  /** Arguments that no screen sends, and the result. */
  malformed: { args: unknown[][]; answer: Record<string, unknown> }
}

const toSignIn = { redirect: SIGN_IN }
const forAdmins = (returned: unknown): Answers<ActionAnswer> => ({
  viewer: { redirect: '/admin' },
  reviewer: { redirect: '/admin' },
  admin: { returned },
  others: toSignIn,
})
const read = { returned: { ok: true, status: 'APPROVED', changed: false } }
const malformed = { returned: { ok: false, reason: 'malformed' } }

const ACTIONS: Record<string, ActionRow> = {
  'app/apply/actions.ts#openInquiryAction': {
    page: '/apply',
    args: ({ formPage }) => [{}, filledFormData(formPage)],
    answers: { others: { redirect: '/apply/verify' } },
    malformed: {
      args: [[], ['x', 'y'], [null, formOf({ product: '../..' })]],
      answer: { returned: { errors: { product: 'missing' } } },
    },
  },
  'app/apply/actions.ts#flowReturnedAction': {
    page: '/apply/verify',
    args: () => [],
    answers: { others: { returned: undefined } },
    malformed: { args: [[{ inquiryId: randomUUID() }]], answer: { returned: undefined } },
  },
  // None of the visitors has offered a handoff, or a device that has claimed one.
  'app/apply/continue/actions.ts#offerHandoffAction': {
    page: '/apply/verify',
    args: () => [],
    answers: { others: { returned: { error: 'failed' } } },
    malformed: { args: [['x']], answer: { returned: { error: 'failed' } } },
  },
  'app/apply/continue/actions.ts#confirmHandoffAction': {
    page: '/apply/verify',
    args: () => ['0000'],
    answers: { others: { returned: 'ended' } },
    malformed: { args: [[], [{ not: '' }], ['x'.repeat(5_000)]], answer: { returned: 'ended' } },
  },
  'app/apply/continue/actions.ts#endHandoffAction': {
    page: '/apply/verify',
    args: () => [],
    answers: { others: { returned: undefined } },
    malformed: { args: [['x']], answer: { returned: undefined } },
  },
  'app/apply/continue/actions.ts#claimHandoffAction': {
    page: '/apply/continue',
    args: () => [randomUUID()],
    answers: { others: { returned: 'ended' } },
    malformed: { args: [[], [{ not: '' }], ['x'.repeat(5_000)]], answer: { returned: 'ended' } },
  },
  'app/apply/continue/actions.ts#deviceReturnedAction': {
    page: '/apply/continue',
    args: () => [],
    answers: { others: { returned: undefined } },
    malformed: { args: [['x']], answer: { returned: undefined } },
  },
  'app/admin/inquiries/actions.ts#searchInquiriesAction': {
    page: '/admin/inquiries',
    args: () => [formOf({ search: 'app-', status: 'APPROVED' })],
    answers: {
      ...staff({ redirect: '/admin/inquiries?status=APPROVED&search=app-' }),
      others: toSignIn,
    },
    malformed: {
      args: [[], ['x'], [{ search: 'x' }], [formOf({ from: 'x', search: ' ' })]],
      answer: { redirect: '/admin/inquiries' },
    },
  },
  // For an inquiry that doesn't exist, because the other rows need theirs.
  'app/admin/inquiries/[id]/actions.ts#eraseApplicantAction': {
    page: '/admin/inquiries/[id]',
    args: () => [randomUUID()],
    answers: forAdmins(null),
    malformed: { args: [[], ['x'], [{ not: '' }], [randomUUID()]], answer: { returned: null } },
  },
  'app/admin/inquiries/[id]/actions.ts#refreshStatusAction': {
    page: '/admin/inquiries/[id]',
    args: ({ inquiry }) => [inquiry],
    answers: { ...staff(read), others: toSignIn },
    malformed: {
      args: [[], ['x'], [{ not: '' }], [randomUUID()]],
      answer: { returned: { ok: false, reason: 'not_found' } },
    },
  },
  'app/admin/account/actions.ts#changePasswordAction': {
    page: '/admin/account',
    args: () => [{}, formOf({ current: 'wrong', next: 'correct horse battery' })],
    answers: { ...staff({ returned: { ok: false, reason: 'wrong_password' } }), others: toSignIn },
    malformed: { args: [[], ['x', 'y'], [{}, formOf({ current: '' })]], answer: malformed },
  },
  'app/admin/account/actions.ts#setUpSecondFactorAction': {
    page: '/admin/account/second-factor',
    args: () => [{}, formOf({ code: '000000' })],
    answers: { ...staff({ returned: { ok: false, reason: 'wrong_code' } }), others: toSignIn },
    malformed: { args: [[], ['x', 'y'], [{}, formOf({ code: '' })]], answer: malformed },
  },
  'app/admin/account/actions.ts#removeSecondFactorAction': {
    page: '/admin/account',
    args: () => [{}, formOf({ current: 'wrong' })],
    answers: { ...staff({ returned: { ok: false, reason: 'wrong_password' } }), others: toSignIn },
    malformed: { args: [[], ['x', 'y'], [{}, formOf({ current: '' })]], answer: malformed },
  },
  'app/admin/account/actions.ts#endOtherSessionsAction': {
    page: '/admin/account',
    // What the form sends would end the sessions that the other rows use.
    args: () => [{}, formOf({})],
    answers: { ...staff(malformed), others: toSignIn },
    malformed: { args: [[], ['x', 'y']], answer: malformed },
  },
  'app/admin/set-password/actions.ts#acceptLinkAction': {
    page: '/admin/set-password',
    args: () => [{ token: 'x'.repeat(43), password: 'correct horse battery' }],
    answers: { others: { returned: { ok: false, reason: 'invalid_link' } } },
    malformed: { args: [[], ['x'], [{ token: 1 }]], answer: malformed },
  },
  'app/admin/reveals/actions.ts#requestRevealAction': {
    page: '/admin/inquiries/[id]',
    args: ({ inquiry }) => [inquiry, formOf({ reason: 'review', caseNumber: '' })],
    answers: {
      viewer: { redirect: '/admin' },
      reviewer: { returned: { ok: true, awaitsApproval: false } },
      admin: { returned: { ok: true, awaitsApproval: false } },
      others: toSignIn,
    },
    malformed: {
      args: [[], ['x', 'y'], [randomUUID(), formOf({ reason: 'curiosity' })]],
      answer: malformed,
    },
  },
  'app/admin/reveals/actions.ts#decideRevealAction': {
    page: '/admin/reveals',
    args: () => [randomUUID(), true],
    answers: {
      viewer: { redirect: '/admin' },
      reviewer: { returned: { ok: false, reason: 'not_found' } },
      admin: { returned: { ok: false, reason: 'not_found' } },
      others: toSignIn,
    },
    malformed: { args: [[], ['x', true], [randomUUID(), 'yes']], answer: malformed },
  },
  'app/admin/staff/actions.ts#inviteStaffAction': {
    page: '/admin/staff',
    args: () => [{}, formOf({ name: 'Ada', email: 'admin@example.com', role: 'ADMIN' })],
    answers: forAdmins({
      ok: false,
      errors: { form: 'already_there' },
    }),
    malformed: {
      args: [[], ['x', 'y'], [{}, formOf({ email: 'x', role: 'OWNER' })]],
      answer: { returned: { ok: false, errors: { role: 'role' } } },
    },
  },
  'app/admin/staff/actions.ts#changeRoleAction': {
    page: '/admin/staff',
    args: ({ colleague }) => [colleague, 'REVIEWER'],
    answers: forAdmins({ ok: true }),
    malformed: {
      args: [[], ['x', 'ADMIN'], [randomUUID(), 'OWNER'], [{ not: '' }, 'ADMIN']],
      answer: malformed,
    },
  },
  'app/admin/staff/actions.ts#createLinkAction': {
    page: '/admin/staff',
    args: () => [randomUUID(), 'password'],
    answers: forAdmins({ ok: false, reason: 'not_found' }),
    malformed: { args: [[], ['x', 'password'], [randomUUID(), 'invitation']], answer: malformed },
  },
  'app/admin/staff/actions.ts#confirmLinkAction': {
    page: '/admin/staff',
    args: () => [randomUUID(), '000000'],
    answers: forAdmins({ ok: false, reason: 'not_found' }),
    malformed: { args: [[], ['x', '000000'], [randomUUID(), 1]], answer: malformed },
  },
  'app/admin/staff/actions.ts#signOutEverywhereAction': {
    page: '/admin/staff',
    args: () => [randomUUID()],
    answers: forAdmins({ ok: false, reason: 'not_found' }),
    malformed: { args: [[], ['x'], [{ not: '' }]], answer: malformed },
  },
  'app/admin/staff/actions.ts#setActiveAction': {
    page: '/admin/staff',
    args: ({ colleague }) => [colleague, false],
    answers: forAdmins({ ok: true }),
    malformed: { args: [[], ['x', false], [randomUUID(), 'no']], answer: malformed },
  },
}

test('every server action is covered here', () => {
  const actions = appFiles()
    .filter((file) => /\.tsx?$/.test(file) && /^'use server'/m.test(appSource(file)))
    // hostile/no-guide.spec.ts covers the presenter's guide.
    .filter((file) => !file.startsWith('demo/'))
    .flatMap((file) =>
      [...appSource(file).matchAll(/^export (?:async function|const) (\w+)/gm)].map(
        ([, name]) => `app/${file}#${name}`,
      ),
    )
  expect(Object.keys(ACTIONS).sort()).toEqual(actions.sort())
})

for (const [action, { page, args, answers, malformed }] of Object.entries(ACTIONS))
  test(
    `${action} only works for those who are allowed to call it`,
    NEEDS,
    async ({ playwright, app, visitors, inquiry, colleague }) => {
      const before = await findMember(visitors.admin, colleague)
      const formPage = await (await visitors.applicant.get('/apply')).text()
      const ids = { inquiry: inquiry.id, colleague: before.id, formPage }
      // Uses a copy of the visitor, because an action may set a cookie.
      const call = async (visitor: Visitor, given: unknown[], origin?: string) => {
        const storageState = await visitors[visitor].storageState()
        const copy = await playwright.request.newContext({ baseURL: app.appUrl, storageState })
        const at = page.replace('[id]', inquiry.id)
        const answer = await callAction(copy, { action, page: at, args: given, origin })
        await copy.dispose()
        return answer
      }

      // A call from another site is refused before it runs, even in an admin's browser (CSRF).
      expect(await call('admin', args(ids), ELSEWHERE)).toEqual({ refused: 403 })
      for (const visitor of VISITORS) {
        if (visitor === 'admin')
          expect(await findMember(visitors.admin, colleague), 'changed by nobody').toEqual(before)
        expect(await call(visitor, args(ids)), visitor).toEqual(answerFor(answers, visitor))
      }
      for (const given of malformed.args)
        expect(await call('admin', given)).toMatchObject(malformed.answer)
    },
  )
