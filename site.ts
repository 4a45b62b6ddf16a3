/**
 * The brand: its name, texts and products, in every language of the site. `app/globals.css` has its colour, and `app/icon.svg` is its logo.
 * `messages/` has the app's other texts.
 */

/** The first is the default for browsers that accept none of them. */
export const LOCALES = ['en', 'de'] as const
export type Locale = (typeof LOCALES)[number]

export const SITE = {
  name: 'Northwind',
  /** The prefix of every reference: letters only. */
  referencePrefix: 'NW',
  supportEmail: 'help@northwind.example',
  /**
   * How many days a customer has for the identity check. The service may cap it. At least two, because the app resends a lost request
   * for a day.
   */
  daysToVerify: 5,
} as const

/** Every customer page ends with the disclaimer, so that nobody mistakes the demo for a bank. */
export const SITE_TEXT: Record<
  Locale,
  { tagline: string; description: string; disclaimer: string }
> = {
  en: {
    tagline: 'Banking with a clear heading.',
    description: `Open a ${SITE.name} account from home. Proving your identity takes about three minutes.`,
    disclaimer: `${SITE.name} is a fictional bank in a reference application. No account is real, and no money moves.`,
  },
  de: {
    tagline: 'Banking mit klarem Kurs.',
    description: `Eröffnen Sie Ihr ${SITE.name}-Konto von zu Hause aus. Die Identitätsprüfung dauert etwa drei Minuten.`,
    disclaimer: `${SITE.name} ist eine fiktive Bank in einer Referenzanwendung. Kein Konto ist echt, und es fließt kein Geld.`,
  },
}

export interface Product {
  id: string
  name: Record<Locale, string>
  description: Record<Locale, string>
  /** The main selling point, in a few words: a figure, and its meaning in `fact`. */
  figure: Record<Locale, string>
  fact: Record<Locale, string>
  /** Whether the account has a card. */
  card: boolean
}

/** The products to apply for. Each inquiry stores a product's id, so don't change an id that is in use. */
export const PRODUCTS = [
  {
    id: 'everyday',
    name: { en: 'Everyday account', de: 'Girokonto' },
    description: {
      en: 'A current account with a card, for your salary and daily spending.',
      de: 'Ein Girokonto mit Karte für Gehalt und tägliche Ausgaben.',
    },
    figure: { en: '€0', de: '0\u00a0€' },
    fact: { en: 'a month, card included', de: 'im Monat, Karte inklusive' },
    card: true,
  },
  {
    id: 'savings',
    name: { en: 'Savings account', de: 'Sparkonto' },
    description: {
      en: 'Interest paid monthly, with your money available at any time.',
      de: 'Monatliche Zinsen, und Ihr Geld ist jederzeit verfügbar.',
    },
    figure: { en: '2.1%', de: '2,1\u00a0%' },
    fact: { en: 'interest a year', de: 'Zinsen im Jahr' },
    card: false,
  },
  {
    id: 'business',
    name: { en: 'Business account', de: 'Geschäftskonto' },
    description: {
      en: 'For sole traders and companies, with invoices and receipts.',
      de: 'Für Selbstständige und Unternehmen, mit Rechnungen und Belegen.',
    },
    figure: { en: 'Up to 5', de: 'Bis zu 5' },
    fact: { en: 'cards for your team', de: 'Karten für Ihr Team' },
    card: true,
  },
] as const satisfies readonly Product[]

export const productName = (id: string, locale: Locale = LOCALES[0]): string =>
  PRODUCTS.find((product) => product.id === id)?.name[locale] ?? id

export const hasCard = (id: string): boolean =>
  PRODUCTS.find((product) => product.id === id)?.card ?? false

interface StorefrontText {
  hero: { title: string; lead: string; facts: string[] }
  accounts: { title: string }
  steps: { title: string; items: { title: string; text: string; time: string }[] }
  reasons: { title: string; lead: string; items: { title: string; text: string }[] }
  /** An answer's `[label](address)` becomes a link. */
  questions: { title: string; items: { question: string; answer: string }[] }
}

/** The storefront, from top to bottom. */
export const STOREFRONT: Record<Locale, StorefrontText> = {
  en: {
    hero: {
      title: 'An account that’s open before your coffee is cold.',
      lead: 'Choose an account, show your identity document to your camera, and start banking the same day. From home, in one sitting.',
      facts: ['About three minutes', 'No fee, no minimum', 'Only you can open it'],
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
          time: 'Usually moments, at most one working day',
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
          text: 'Of your check, we store only the result. Your pictures stay with the verification service, and we log every time our staff look at them there.',
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
            'No. Open [your application](/apply/verify) on the same device and carry on where you left off, until the check expires.',
        },
        {
          question: 'What if I’m not approved?',
          answer: `You’ll see it on the page of [your application](/apply/verify) straight away, and in most cases you can try again. If you think something went wrong, write to [${SITE.supportEmail}](mailto:${SITE.supportEmail}).`,
        },
      ],
    },
  },
  de: {
    hero: {
      title: 'Ein Konto, das offen ist, bevor Ihr Kaffee kalt wird.',
      lead: 'Wählen Sie ein Konto, zeigen Sie Ihrer Kamera Ihren Ausweis, und legen Sie noch heute los. Von zu Hause aus, ohne Papierkram.',
      facts: [
        'Etwa drei Minuten',
        'Keine Gebühr, kein Mindestbetrag',
        'Nur Sie können es eröffnen',
      ],
    },
    accounts: { title: 'Drei Konten, ein Antrag' },
    steps: {
      title: 'So funktioniert es',
      items: [
        {
          title: 'Konto auswählen',
          text: 'Ein kurzes Formular. Sie können jederzeit unterbrechen und auf demselben Gerät weitermachen.',
          time: '30 Sekunden',
        },
        {
          title: 'Ausweisen',
          text: 'Reisepass, Personalausweis oder Führerschein, und ein Blick in die Kamera.',
          time: '2 Minuten',
        },
        {
          title: 'Antwort erhalten',
          text: 'Die meisten erhalten ihre Zusage sofort. Wenn jemand genauer hinsehen muss, sagen wir es Ihnen.',
          time: 'Meist sofort, spätestens nach einem Arbeitstag',
        },
      ],
    },
    reasons: {
      title: 'Warum wir Ihren Ausweis brauchen',
      lead: 'Es schützt vor allem Sie. Drei Minuten jetzt, und niemand sonst kann ein Konto in Ihrem Namen eröffnen.',
      items: [
        {
          title: 'Damit sich niemand als Sie ausgibt',
          text: 'Ein gestohlener Name und ein Geburtsdatum reichen für ein Formular. Sie reichen nicht, um Ihren Pass in der Hand zu halten und auszusehen wie Sie.',
        },
        {
          title: 'Weil das Gesetz es verlangt',
          text: 'Jede Bank muss wissen, wer ihre Kunden sind. Wir prüfen einmal, ganz am Anfang.',
        },
        {
          title: 'Und wir behalten so wenig wie möglich',
          text: 'Von Ihrer Prüfung speichern wir nur das Ergebnis. Ihre Bilder bleiben beim Identifizierungsdienst, und wir protokollieren jedes Mal, wenn unsere Mitarbeitenden sie dort ansehen.',
        },
      ],
    },
    questions: {
      title: 'Häufige Fragen',
      items: [
        {
          question: 'Welche Ausweise kann ich verwenden?',
          answer:
            'Einen gültigen Reisepass, Personalausweis oder Führerschein. Von einer Karte fotografieren Sie beide Seiten.',
        },
        {
          question: 'Ist mein Antrag verloren, wenn ich die Seite schließe?',
          answer:
            'Nein. Öffnen Sie auf demselben Gerät [Ihren Antrag](/apply/verify) und machen Sie dort weiter, bis die Prüfung abläuft.',
        },
        {
          question: 'Was passiert, wenn ich abgelehnt werde?',
          answer: `Sie sehen es sofort auf der Seite [Ihres Antrags](/apply/verify), und meistens können Sie es noch einmal versuchen. Wenn Sie glauben, dass etwas schiefgelaufen ist, schreiben Sie an [${SITE.supportEmail}](mailto:${SITE.supportEmail}).`,
        },
      ],
    },
  },
}
