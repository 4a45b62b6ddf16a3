/**
 * What makes this site yours: its name, its texts and its products. The colours are the first block of
 * `app/globals.css`, and the icon is `app/icon.svg`. Nothing else names the brand.
 */
export const SITE = {
  name: 'Northwind',
  legalName: 'Northwind Bank',
  tagline: 'Banking with a clear heading.',
  description:
    'Open a Northwind account from home. Checking who you are takes about three minutes.',
  supportEmail: 'help@northwind.example',
  /** At the foot of every customer page, so nobody mistakes the demo for a bank. */
  disclaimer:
    'Northwind is a fictional bank in a reference application. No account is real, and no money moves.',
} as const

/** What a customer can apply for. The ids are stored, so keep those that are in use. */
export const PRODUCTS = [
  {
    id: 'everyday',
    name: 'Everyday account',
    description: 'A current account with a card, for your salary and daily spending.',
  },
  {
    id: 'savings',
    name: 'Savings account',
    description: 'Interest paid monthly, with your money available at any time.',
  },
  {
    id: 'business',
    name: 'Business account',
    description: 'For sole traders and companies, with invoices and receipts.',
  },
] as const

export const productName = (id: string): string =>
  PRODUCTS.find((product) => product.id === id)?.name ?? id

/** The storefront, from top to bottom. */
export const STOREFRONT = {
  hero: {
    title: 'An account that’s open before your coffee is cold.',
    lead: 'Choose an account, show your identity document to your camera, and start banking the same day. From home, in one sitting.',
    facts: ['About three minutes', 'No fee, no minimum', 'Nobody can open it in your name'],
  },
  accounts: { title: 'Three accounts, one application' },
  steps: {
    title: 'How it works',
    items: [
      {
        title: 'Choose an account',
        text: 'One short form. You can stop at any time and pick up where you left off on the same device.',
        time: '30 seconds',
      },
      {
        title: 'Show who you are',
        text: 'A passport, national identity card or driving licence, and a look into the camera.',
        time: '2 minutes',
      },
      {
        title: 'Get your answer here',
        text: 'Most people are approved while they watch. If a specialist needs to take a look, we’ll say so.',
        time: 'Moments, or one working day',
      },
    ],
  },
  reasons: {
    title: 'Why we ask for your document',
    lead: 'It protects you first. Three minutes now mean nobody else can open an account as you.',
    items: [
      {
        title: 'So nobody can become you',
        text: 'A stolen name and birthday are enough to fill in a form. They aren’t enough to hold your passport and look like you.',
      },
      {
        title: 'Because the law asks every bank',
        text: 'Banks must know whose money they keep. We do it once, at the start, and then leave you alone.',
      },
      {
        title: 'And we keep as little as we can',
        text: 'Your pictures stay with the verification service. We keep the answer, never a copy, and record every time a colleague looks.',
      },
    ],
  },
  questions: {
    title: 'Frequently asked questions',
    items: [
      {
        question: 'Which documents can I use?',
        answer:
          'A passport, national identity card or driving licence that’s still valid. Cards are photographed on both sides.',
      },
      {
        question: 'I closed the page halfway through. Is my application lost?',
        answer:
          'No. Open “Your application” on the same device and carry on where you left off, until the check expires.',
      },
      {
        question: 'Can I start on one device and finish on another?',
        answer:
          'Your application belongs to the browser that started it, so nobody else can pick it up. You can apply again on the other device if you prefer.',
      },
      {
        question: 'What if I’m not approved?',
        answer: `You’ll see it here at once, and in most cases you can try again. If you think something went wrong, write to ${SITE.supportEmail}.`,
      },
    ],
  },
} as const
