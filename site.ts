/**
 * The brand: its name, texts and products. The colours are in `app/globals.css`, light and dark. The icon is
 * `app/icon.svg`, whose title repeats the name.
 */
export const SITE = {
  name: 'Northwind',
  legalName: 'Northwind Bank',
  /** In front of an inquiry's short reference: letters only. */
  referencePrefix: 'NW',
  tagline: 'Banking with a clear heading.',
  description:
    'Open a Northwind account from home. Proving your identity takes about three minutes.',
  supportEmail: 'help@northwind.example',
  /** At the foot of every customer page, so nobody mistakes the demo for a bank. */
  disclaimer:
    'Northwind is a fictional bank in a reference application. No account is real, and no money moves.',
} as const

/** What a customer can apply for. The ids are stored with each inquiry: don't change one that is in use. */
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
    lead: 'It protects you first. Three minutes now, and nobody else can open an account in your name.',
    items: [
      {
        title: 'So nobody can pretend to be you',
        text: 'A stolen name and date of birth are enough to fill in a form. They aren’t enough to hold your passport and look like you.',
      },
      {
        title: 'Because the law requires it',
        text: 'Every bank must know who its customers are. We check once, at the start.',
      },
      {
        title: 'And we keep as little as possible',
        text: 'Your pictures stay with the verification service. We only store the result, and we log every time one of our staff views them.',
      },
    ],
  },
  questions: {
    title: 'Frequently asked questions',
    items: [
      {
        question: 'Which documents can I use?',
        answer:
          'A valid passport, national identity card or driving licence. You’ll photograph both sides of a card.',
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
        answer: `You’ll see it here straight away, and in most cases you can try again. If you think something went wrong, write to ${SITE.supportEmail}.`,
      },
    ],
  },
} as const
