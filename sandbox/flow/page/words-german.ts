// The flow's German texts.

import { SERVICE_NAME } from '../../web/service-brand.ts'
import type { Words } from './words-english.ts'

export const GERMAN: Words = {
  title: 'Identitätsprüfung',
  languageName: 'Deutsch',
  language: 'Sprache',
  securedBy: `Gesichert durch ${SERVICE_NAME}`,
  loading: 'Einen Moment…',
  saving: 'Wird gespeichert…',
  progress: (position, total) => `Schritt ${position} von ${total}`,
  steps: {
    CONSENT: 'Einwilligung',
    PERSONAL_INFO: 'Angaben zur Person',
    PASSPORT_SCAN: 'Ausweisdokument',
    FACE_MATCH: 'Selfie',
    SIGNATURE: 'Unterschrift',
    REVIEW: 'Übersicht',
  },
  cancel: 'Abbrechen',
  continue: 'Weiter',
  back: 'Zurück',
  offline:
    'Wir erreichen den Dienst nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  consent: {
    heading: 'Identität bestätigen',
    lead: (merchant) => `${merchant} muss Ihre Identität prüfen. Das dauert etwa zwei Minuten.`,
    needed: 'Das brauchen wir',
    details: {
      PERSONAL_INFO: 'Name, Land, E-Mail und Telefonnummer',
      PASSPORT_SCAN: 'Pass, Ausweis oder Führerschein',
      FACE_MATCH: 'Ein scharfes Foto Ihres Gesichts',
      SIGNATURE: 'Auf Papier, und davon ein Foto',
    },
    agreement: (merchant, comparesFace) =>
      `Sie willigen ein, dass ${SERVICE_NAME} all das prüft,${comparesFace ? ' Ihr Gesicht mit Ihrem Dokument vergleicht,' : ''} Ergebnis, Angaben und Fotos an ${merchant} weitergibt und nur für diese Prüfung speichert. Wenn alles gelöscht werden soll, schreiben Sie an ${merchant}.`,
    specimens: 'Nur Muster, keine echten Dokumente.',
    agree: 'Einwilligen und weiter',
    notNow: 'Nicht jetzt',
  },
  personalInfo: {
    heading: 'Geben Sie Ihre Daten ein',
    lead: 'Schreiben Sie Ihren Namen so, wie er auf Ihrem Ausweisdokument steht.',
    labels: {
      fullName: 'Vollständiger Name',
      country: 'Wohnsitzland',
      email: 'E-Mail',
      phone: 'Telefonnummer',
    },
    phoneHint: 'Mit Ländervorwahl, zum Beispiel +49\u00a01512\u00a03456789',
    problems: {
      fullName: 'Geben Sie Ihren Namen mit mindestens zwei Buchstaben ein.',
      country: 'Wählen Sie Ihr Wohnsitzland.',
      email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      phone: 'Geben Sie die Nummer mit + und Ländervorwahl ein.',
    },
    chooseCountry: 'Land auswählen',
    sample: 'Beispielperson eintragen',
  },
  pictures: {
    passport: 'Reisepass',
    national_id: 'Personalausweis',
    driving_license: 'Führerschein',
    selfie: 'Selfie',
    signature: 'Unterschrift',
  },
  documentChoice: {
    heading: 'Wählen Sie Ihr Dokument',
    lead: 'Welches Dokument haben Sie zur Hand?',
    pages: {
      passport: 'Die Seite mit Ihrem Foto',
      national_id: 'Vorder- und Rückseite',
      driving_license: 'Vorder- und Rückseite',
    },
    continueWith: {
      passport: 'Weiter mit Reisepass',
      national_id: 'Weiter mit Personalausweis',
      driving_license: 'Weiter mit Führerschein',
    },
  },
  picture: {
    headings: {
      passport: ['Fotografieren Sie Ihren Reisepass'],
      national_id: ['Fotografieren Sie die Vorderseite', 'Fotografieren Sie die Rückseite'],
      driving_license: ['Fotografieren Sie die Vorderseite', 'Fotografieren Sie die Rückseite'],
      selfie: ['Machen Sie ein Selfie'],
      signature: ['Ihre Unterschrift'],
    },
    leads: {
      PASSPORT_SCAN: 'Alle vier Ecken müssen auf dem Bild sein, scharf und ohne Spiegelungen.',
      FACE_MATCH: 'Schauen Sie bei gutem Licht geradeaus. Nichts sollte Ihr Gesicht verdecken.',
      SIGNATURE: 'Unterschreiben Sie auf weißem Papier und fotografieren Sie es.',
    },
    takePhoto: 'Kamera verwenden',
    upload: 'Bild hochladen',
    uploadHint: 'JPEG, PNG oder WebP, höchstens 10 MB',
    specimen: 'Muster verwenden',
    capture: 'Aufnehmen',
    preview: 'Ihr Bild',
    isItReadable: 'Ist alles lesbar?',
    isFaceVisible: 'Ist Ihr Gesicht gut zu sehen?',
    isSpecimenWanted: 'Dieses Muster verwenden?',
    use: 'Bild verwenden',
    retake: 'Wiederholen',
    cameraPicture: 'Kamerabild',
    camera: {
      starting: 'Die Kamera startet…',
      empty: 'Kamera an. Der Rahmen ist leer oder zu dunkel.',
      full: {
        document:
          'Kamera an. Etwas füllt den Rahmen: Halten Sie es ruhig und nehmen Sie das Foto auf.',
        selfie: 'Kamera an. Etwas füllt den Rahmen: Halten Sie still und nehmen Sie das Foto auf.',
      },
      off: 'Kamera aus.',
    },
    problems: {
      unreadable:
        'Wir können diese Datei nicht lesen. Verwenden Sie ein Bild als JPEG, PNG oder WebP.',
      'too-large': 'Dieses Bild ist größer als 10 MB. Wählen Sie ein kleineres.',
      'no-camera':
        'Ihr Browser kann die Kamera nicht verwenden. Erlauben Sie es in der Adressleiste, oder schließen Sie andere Programme, die sie verwenden, und versuchen Sie es erneut. Oder laden Sie ein Bild hoch.',
    },
  },
  phone: {
    offer: 'Auf dem Smartphone fortfahren',
    scan: {
      heading: 'Auf dem Smartphone fortfahren',
      lead: 'Scannen Sie diesen Code mit der Kamera Ihres Smartphones. Er gilt einmal und fünf Minuten lang.',
    },
    code: 'QR-Code mit der Adresse darunter',
    address: 'Oder öffnen Sie diese Adresse auf Ihrem Smartphone:',
    onlyHere: 'In dieser Sandbox öffnet sich die Adresse nur auf diesem Computer.',
    opened: {
      heading: 'Weiter geht es auf Ihrem Smartphone',
      lead: 'Beenden Sie die Prüfung dort und lassen Sie dieses Fenster offen. Hier geht es weiter, wenn Sie fertig sind.',
    },
    here: 'Lieber hier fortfahren',
  },
  review: {
    heading: 'Prüfen und absenden',
    lead: 'Danach können Sie nichts mehr ändern.',
    given: 'Bereits erhalten',
    change: 'Ändern',
    submit: (merchant) => `An ${merchant} senden`,
  },
  sandbox: {
    heading: 'Sandbox: Ergebnis wählen',
    outcome: 'Sandbox Ergebnis',
    lead: 'Der echte Dienst entscheidet selbst. Hier entscheiden Sie.',
    outcomes: {
      RUN: 'Automatisch',
      APPROVED: 'Bestätigt',
      NEEDS_REVIEW: 'Manuelle Prüfung',
      FAILED: 'Fehlgeschlagen',
      DECLINED: 'Abgelehnt',
    },
    hints: {
      RUN: 'Entscheidung in wenigen Sekunden, nach den Prüfungen oder wie im Portal eingestellt',
      APPROVED: 'Alles in Ordnung',
      NEEDS_REVIEW: 'Jemand beim Dienst sieht es sich an',
      FAILED: 'Die Prüfungen sind gescheitert. Es wird kein Ereignis gesendet',
      DECLINED: 'Nach einer Prüfung abgelehnt',
    },
  },
  leave: {
    heading: 'Prüfung verlassen?',
    lead: 'Ihre Angaben bleiben gespeichert. Sie können später an derselben Stelle weitermachen.',
    stay: 'Weitermachen',
    go: 'Verlassen',
  },
  return: (merchant) => (merchant === null ? 'Zurück' : `Zurück zu ${merchant}`),
  closePage: 'Sie können diese Seite schließen.',
  tryAgain: 'Erneut versuchen',
  ends: {
    done: {
      heading: 'Vielen Dank, das war alles',
      lead: 'Wir haben alles erhalten, was wir für die Prüfung brauchen. Das Ergebnis sehen Sie dort, wo Sie begonnen haben.',
    },
    unknown: {
      heading: 'Beginnen Sie auf der Seite, von der Sie kommen',
      lead: 'Hier können Sie keine Prüfung fortsetzen. Sie öffnet sich auf der Seite des Händlers.',
    },
    expired: {
      heading: 'Diese Prüfung ist abgelaufen',
      lead: 'Die Zeit dafür war begrenzt. Gehen Sie zurück und beginnen Sie eine neue. Mit Ihren Angaben ist alles in Ordnung.',
    },
    finished: {
      heading: 'Das haben Sie bereits erledigt',
      lead: 'Hier ist nichts mehr zu tun. Das Ergebnis finden Sie dort, wo Sie begonnen haben.',
    },
    'redirect-only': {
      heading: 'Diese Prüfung braucht eine eigene Seite',
      lead: 'Sie lässt sich nicht in einer anderen Seite anzeigen. Gehen Sie zurück und öffnen Sie sie von dort.',
    },
    phone: {
      heading: 'Zurück zu Ihrem anderen Gerät',
      lead: 'Fahren Sie dort fort oder lassen Sie sich einen neuen Code zeigen: Jeder gilt einmal und nur wenige Minuten. Ihre Eingaben haben wir behalten.',
    },
    offline: {
      heading: 'Wir erreichen den Dienst nicht',
      lead: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Ihre bisherigen Angaben sind gespeichert.',
    },
  },
}
