/**
 * The six chapters of a presentation: what to prepare, what to say and what to click. The launcher, the chapter pages, the
 * strip and the stories all follow this script.
 */
import type { Role } from '../staff'

/** What one click prepares before a scene. */
export type Preparation =
  | 'customer-who-will-be-approved'
  | 'customer-in-review'
  | 'customer-whose-event-gets-lost'
  | 'service-down'
  | 'late-and-repeated-events'
  | 'approved-customer'
  | 'customer-with-an-open-check'

/** What a step does with one click, in place of somebody or something outside the app. */
export type Act =
  | 'finish-check'
  | 'restore-service'
  | 'approve'
  | 'release-late-event'
  | 'reverse'
  | 'expire'
  | 'pass-five-minutes'

export type Surface = 'customer' | 'staff' | 'portal' | 'guide'

export interface Step {
  surface: Surface
  /** Short and imperative: the strip shows it after "Next:". */
  title: string
  say: string
  click: string
  /** A path of the app. */
  href: string
  /** Signs in first. */
  as?: Role
  act?: { id: Act; label: string }
}

export interface Scene {
  id: string
  title: string
  preparation: Preparation
  /** What the click on "Prepare" does. */
  prepares: string
  steps: readonly Step[]
}

export interface Chapter {
  id: string
  title: string
  minutes: number
  /** Why an audience should care, in one sentence. */
  point: string
  scenes: readonly Scene[]
}

const CASE = '/demo/case'
/** The same inquiry in the service's portal. */
const PORTAL_CASE = '/demo/case?at=portal'
const CUSTOMER = '/apply/verify'

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'happy-path',
    title: 'A new customer',
    minutes: 3,
    point: 'From the storefront to an open account in one sitting, and staff can see why.',
    scenes: [
      {
        id: 'approved',
        title: 'From the storefront to an open account',
        preparation: 'customer-who-will-be-approved',
        prepares: 'A browser that has never applied. The next check ends in an approval.',
        steps: [
          {
            surface: 'customer',
            title: 'Open an account on the storefront',
            say: 'This is the bank’s own site. The verification service isn’t visible until the customer needs it.',
            click: 'Choose “Open an account”, pick one, agree, and continue to the identity check.',
            href: '/',
          },
          {
            surface: 'customer',
            title: 'Go through the identity check',
            say: 'The check runs on the service’s side, inside our page. Document and selfie never touch the bank’s servers.',
            click: 'Start the check, use a specimen for each picture, and submit.',
            href: CUSTOMER,
          },
          {
            surface: 'customer',
            title: 'Watch the account open',
            say: 'A signed event said there was news. The bank didn’t take its word for it: it asked the service, and opened the account on that answer.',
            click: 'Nothing. The page changes by itself.',
            href: CUSTOMER,
          },
          {
            surface: 'staff',
            title: 'Look at the same case as a reviewer',
            say: 'Staff see what happened and when. Identity and pictures are fetched now, shown once and kept nowhere, and looking is recorded.',
            click: 'Show identity and documents.',
            href: CASE,
            as: 'REVIEWER',
          },
        ],
      },
    ],
  },
  {
    id: 'review',
    title: 'Review and decision',
    minutes: 3,
    point: 'When the machine is unsure, a person decides, and the customer hears it at once.',
    scenes: [
      {
        id: 'review',
        title: 'A person decides',
        preparation: 'customer-in-review',
        prepares:
          'A customer who has handed everything in, and whose selfie the service couldn’t match with confidence.',
        steps: [
          {
            surface: 'customer',
            title: 'See what the customer is told',
            say: 'No dead end and no false promise: a specialist is taking a look, and the page will say so when there’s an answer.',
            click: 'Read the page out loud.',
            href: CUSTOMER,
          },
          {
            surface: 'staff',
            title: 'Open the case as a reviewer',
            say: 'The reasons for the review come with the case. What the customer declared is next to what the document says.',
            click: 'Show identity and documents, and compare the two faces.',
            href: CASE,
            as: 'REVIEWER',
          },
          {
            surface: 'portal',
            title: 'Approve the inquiry at the service',
            say: 'The decision itself is made at the service, by a person who signs it with a note.',
            click: 'Sign in as the operator, write a note and press “Approve”.',
            href: PORTAL_CASE,
          },
          {
            surface: 'customer',
            title: 'Go back to the customer',
            say: 'Nobody reloaded anything. From the decision to this screen it takes about a second.',
            click: 'Nothing. The account is open.',
            href: CUSTOMER,
          },
        ],
      },
    ],
  },
  {
    id: 'declined',
    title: 'Declined',
    minutes: 2,
    point: 'A clear no for the customer, and no documents for anybody who is curious.',
    scenes: [
      {
        id: 'declined',
        title: 'A clear no',
        preparation: 'customer-in-review',
        prepares: 'A customer who is waiting for a decision.',
        steps: [
          {
            surface: 'portal',
            title: 'Decline the inquiry at the service',
            say: 'The document isn’t the applicant’s own. The operator declines and says why.',
            click: 'Sign in as the operator, write a note and press “Decline”.',
            href: PORTAL_CASE,
          },
          {
            surface: 'customer',
            title: 'See what the customer is told',
            say: 'The answer is honest and tells them whom to ask. It gives no reason that would help a fraudster.',
            click: 'Read the page out loud.',
            href: CUSTOMER,
          },
          {
            surface: 'staff',
            title: 'Try to see the documents',
            say: 'Once an inquiry is declined, the service hands out no pictures. Even an admin can’t satisfy their curiosity.',
            click: 'Show identity and documents: there are none.',
            href: CASE,
            as: 'ADMIN',
          },
        ],
      },
    ],
  },
  {
    id: 'breaks',
    title: 'Something breaks',
    minutes: 4,
    point: 'Lost events, an outage, and messages out of order: nobody is lost or approved twice.',
    scenes: [
      {
        id: 'lost-event',
        title: 'A webhook gets lost',
        preparation: 'customer-whose-event-gets-lost',
        prepares: 'A customer in front of the check. The event about their approval will vanish.',
        steps: [
          {
            surface: 'customer',
            title: 'Finish the check for the customer',
            say: 'The service approves, and its message never arrives. An integration that only listens would leave this customer waiting forever.',
            click: 'Press the button. Then wait a few seconds.',
            href: CUSTOMER,
            act: { id: 'finish-check', label: 'Finish the check' },
          },
          {
            surface: 'staff',
            title: 'Find out how the bank knew',
            say: 'There’s no event in this timeline. The bank asked by itself, because it never relies on being told.',
            click: 'Read the timeline.',
            href: CASE,
            as: 'VIEWER',
          },
        ],
      },
      {
        id: 'outage',
        title: 'The service is down for a minute',
        preparation: 'service-down',
        prepares: 'A new customer. The service answers every call with 503 for the next minute.',
        steps: [
          {
            surface: 'customer',
            title: 'Apply while the service is down',
            say: 'The bank writes down what it wants before it asks. The service can’t answer, and the application is safe.',
            click: 'Pick an account, agree, and continue.',
            href: '/apply',
          },
          {
            surface: 'customer',
            title: 'Bring the service back',
            say: 'The same request goes out again with the same key, so there is one inquiry, however often it was tried.',
            click: 'Press the button, or wait for the minute to pass.',
            href: CUSTOMER,
            act: { id: 'restore-service', label: 'Bring it back' },
          },
        ],
      },
      {
        id: 'out-of-order',
        title: 'Events late and twice',
        preparation: 'late-and-repeated-events',
        prepares:
          'A customer in review. The event about the review is held back for ten minutes, and the one about the approval will come twice.',
        steps: [
          {
            surface: 'customer',
            title: 'Approve at the service',
            say: 'The approval overtakes the older event and arrives twice.',
            click: 'Press the button. The account opens, once.',
            href: CUSTOMER,
            act: { id: 'approve', label: 'Approve' },
          },
          {
            surface: 'customer',
            title: 'Let the late event arrive',
            say: 'Ten minutes later the older event comes in and says “in review”. It’s older news, and the customer stays approved.',
            click: 'Press the button, and see that nothing changes.',
            href: CUSTOMER,
            act: { id: 'release-late-event', label: 'Ten minutes later' },
          },
          {
            surface: 'staff',
            title: 'See both events in the case',
            say: 'Both are on record, with their own time. The copy was counted and changed nothing.',
            click: 'Read the timeline.',
            href: CASE,
            as: 'VIEWER',
          },
        ],
      },
    ],
  },
  {
    id: 'reversal',
    title: 'Reversal after approval',
    minutes: 2,
    point: 'An approval can be taken back, and the bank notices even days later.',
    scenes: [
      {
        id: 'reversal',
        title: 'An approval is taken back',
        preparation: 'approved-customer',
        prepares: 'A customer whose account is open.',
        steps: [
          {
            surface: 'customer',
            title: 'Show the open account',
            say: 'This customer has been approved, and the account is open.',
            click: 'Leave this page visible.',
            href: CUSTOMER,
          },
          {
            surface: 'customer',
            title: 'Take the approval back',
            say: 'Tonight the document turns up on a list of stolen passports. The service reverses its decision.',
            click: 'Press the button and watch the customer’s page.',
            href: CUSTOMER,
            act: { id: 'reverse', label: 'Reverse the decision' },
          },
          {
            surface: 'staff',
            title: 'See that staff are alerted',
            say: 'It’s at the top of the overview, because an account is open that should be blocked. Decisions are read again after one, seven and thirty days, so even a silent reversal is found.',
            click: 'Look at “Needs attention”.',
            href: '/admin',
            as: 'ADMIN',
          },
        ],
      },
    ],
  },
  {
    id: 'privacy',
    title: 'Expiry and privacy',
    minutes: 3,
    point:
      'Unused checks close, pictures are visible for five minutes, and every look is on record.',
    scenes: [
      {
        id: 'expiry',
        title: 'A check expires',
        preparation: 'customer-with-an-open-check',
        prepares: 'A customer who has applied and not started the check.',
        steps: [
          {
            surface: 'customer',
            title: 'Let the check expire',
            say: 'Links to a check don’t stay around. After its time it’s closed, for the customer and for anybody who found the link.',
            click: 'Press the button. The customer is told, and may start again.',
            href: CUSTOMER,
            act: { id: 'expire', label: 'Let it expire' },
          },
        ],
      },
      {
        id: 'privacy',
        title: 'Pictures that don’t stay',
        preparation: 'customer-in-review',
        prepares: 'A customer in review, with pictures at the service.',
        steps: [
          {
            surface: 'staff',
            title: 'Show the documents as a reviewer',
            say: 'Name, document and face come straight from the service. The bank’s database holds none of it.',
            click: 'Show identity and documents.',
            href: CASE,
            as: 'REVIEWER',
          },
          {
            surface: 'guide',
            title: 'Let five minutes pass',
            say: 'The addresses of the pictures work for five minutes. A copied link, a forgotten tab or a screenshot of the URL is worth nothing after that.',
            click: 'Press the button: the guide opens each picture’s address again.',
            href: '/demo/privacy',
            act: { id: 'pass-five-minutes', label: 'Five minutes later' },
          },
          {
            surface: 'staff',
            title: 'Read the audit trail',
            say: 'Who looked at whom, and when, including us a minute ago. The trail holds ids, never the data.',
            click: 'Find “Requested identity and documents”.',
            href: '/admin/audit',
            as: 'ADMIN',
          },
        ],
      },
    ],
  },
]

export const findChapter = (id: string): Chapter | null =>
  CHAPTERS.find((chapter) => chapter.id === id) ?? null

/** Where a presentation stands. */
export interface Progress {
  chapter: Chapter
  /** From 1. */
  chapterNumber: number
  scene: Scene
  step: Step
  stepIndex: number
  isLastStep: boolean
}

/** @param position as `positionOf` writes it. @returns null unless it names a step of the script */
export function parseProgress(position: string | undefined): Progress | null {
  const [chapterId, sceneId, index] = (position ?? '').split('.')
  const chapter = findChapter(chapterId ?? '')
  const scene = chapter?.scenes.find(({ id }) => id === sceneId)
  const stepIndex = Number(index)
  const step = scene?.steps[stepIndex]
  if (!chapter || !scene || !step) return null
  return {
    chapter,
    chapterNumber: CHAPTERS.indexOf(chapter) + 1,
    scene,
    step,
    stepIndex,
    isLastStep: stepIndex === scene.steps.length - 1,
  }
}

export const positionOf = (chapter: string, scene: string, stepIndex: number): string =>
  `${chapter}.${scene}.${stepIndex}`
