// The flow's English texts. Other languages must have the same texts, or they don't compile.

import { SERVICE_NAME } from '../../web/service-brand.ts'

export type Words = typeof ENGLISH

export const ENGLISH = {
  title: 'Identity verification',
  languageName: 'English',
  language: 'Language',
  securedBy: `Secured by ${SERVICE_NAME}`,
  loading: 'One moment…',
  saving: 'Saving…',
  progress: (position: number, total: number) => `Step ${position} of ${total}`,
  steps: {
    CONSENT: 'Consent',
    PERSONAL_INFO: 'Personal information',
    PASSPORT_SCAN: 'Identity document',
    FACE_MATCH: 'Selfie',
    SIGNATURE: 'Signature',
    REVIEW: 'Review',
  },
  cancel: 'Cancel',
  continue: 'Continue',
  back: 'Back',
  offline: 'We can’t reach the service. Check your connection and try again.',
  consent: {
    heading: 'Verify your identity',
    lead: (merchant: string) =>
      `${merchant} needs to confirm who you are. It takes about two minutes.`,
    needed: 'What we’ll ask for',
    details: {
      PERSONAL_INFO: 'Name, country, email and phone number',
      PASSPORT_SCAN: 'Passport, identity card or driving licence',
      FACE_MATCH: 'A clear picture of your face',
      SIGNATURE: 'On paper, then a picture of it',
    },
    /** The text that the button agrees to. */
    agreement: (merchant: string, comparesFace: boolean) =>
      `By agreeing, you let ${SERVICE_NAME} check all of this,${comparesFace ? ' compare your face with your document,' : ''} share the result, your details and pictures with ${merchant}, and keep them only for this check. To have them erased, write to ${merchant}.`,
    specimens: 'Use specimens, not real documents.',
    agree: 'Agree and continue',
    notNow: 'Not now',
  },
  personalInfo: {
    heading: 'Enter your details',
    lead: 'Use your name as it appears on your identity document.',
    labels: {
      fullName: 'Full name',
      country: 'Country of residence',
      email: 'Email',
      phone: 'Phone number',
    },
    phoneHint: 'With country code, for example +44\u00a07700\u00a0900123',
    problems: {
      fullName: 'Enter your name, using at least two letters.',
      country: 'Choose the country you live in.',
      email: 'Enter an email address like name@example.com.',
      phone: 'Enter the number with + and the country code.',
    },
    chooseCountry: 'Choose a country',
    sample: 'Fill in a sample person',
  },
  pictures: {
    passport: 'Passport',
    national_id: 'National identity card',
    driving_license: 'Driving licence',
    selfie: 'Selfie',
    signature: 'Signature',
  },
  documentChoice: {
    heading: 'Choose your document',
    lead: 'Which document do you have with you?',
    pages: {
      passport: 'The page with your photo',
      national_id: 'Front and back',
      driving_license: 'Front and back',
    },
    continueWith: {
      passport: 'Continue with passport',
      national_id: 'Continue with identity card',
      driving_license: 'Continue with driving licence',
    },
  },
  picture: {
    /** The instruction for each page. */
    headings: {
      passport: ['Photograph your passport'],
      national_id: ['Photograph the front of your card', 'Photograph the back of your card'],
      driving_license: [
        'Photograph the front of your licence',
        'Photograph the back of your licence',
      ],
      selfie: ['Take a selfie'],
      signature: ['Your signature'],
    },
    leads: {
      PASSPORT_SCAN: 'All four corners have to be in the picture, sharp and without glare.',
      FACE_MATCH: 'Look straight ahead, in good light, with nothing covering your face.',
      SIGNATURE: 'Sign on white paper and take a picture of it.',
    },
    takePhoto: 'Use the camera',
    upload: 'Upload a picture',
    uploadHint: 'JPEG, PNG or WebP, at most 10 MB',
    specimen: 'Use a specimen',
    capture: 'Take the picture',
    preview: 'Your picture',
    isItReadable: 'Is it readable?',
    isFaceVisible: 'Can we see your face?',
    isSpecimenWanted: 'Use this specimen?',
    use: 'Use this picture',
    retake: 'Retake',
    cameraPicture: 'What the camera sees',
    /** Announced, and shown under the camera's picture. */
    camera: {
      starting: 'Starting the camera…',
      empty: 'Camera on. The frame is empty or too dark.',
      full: {
        document: 'Camera on. Something fills the frame: hold it still and take the picture.',
        selfie: 'Camera on. Something fills the frame: hold still and take the picture.',
      },
      off: 'Camera off.',
    },
    problems: {
      unreadable: 'We can’t read this file. Use a JPEG, PNG or WebP picture.',
      'too-large': 'This picture is larger than 10 MB. Choose a smaller one.',
      'no-camera':
        'Your browser can’t use the camera. Allow it in the address bar, or close other programs that use it, and try again. Or upload a picture.',
    },
  },
  phone: {
    offer: 'Continue on your phone',
    scan: {
      heading: 'Continue on your phone',
      lead: 'Scan this code with your phone’s camera. It works once, for five minutes.',
    },
    code: 'QR code with the address below',
    address: 'Or open this address on your phone:',
    onlyHere: 'In this sandbox, the address opens on this computer only.',
    /** Shown once a phone has opened the link. */
    opened: {
      heading: 'Continue on your phone',
      lead: 'Finish the check there and keep this window open. It goes on when you’re done.',
    },
    here: 'Continue here instead',
  },
  review: {
    heading: 'Check and submit',
    lead: 'You can’t edit this after submitting.',
    given: 'Received earlier',
    change: 'Change',
    submit: (merchant: string) => `Submit to ${merchant}`,
  },
  sandbox: {
    heading: 'Sandbox: choose the outcome',
    outcome: 'Sandbox Outcome',
    lead: 'The real service decides on its own. Here, you choose.',
    outcomes: {
      RUN: 'Automatic',
      APPROVED: 'Approved',
      NEEDS_REVIEW: 'Needs review',
      FAILED: 'Failed',
      DECLINED: 'Declined',
    },
    hints: {
      RUN: 'Decided in a few seconds, from the checks or as set in the portal',
      APPROVED: 'Everything checks out',
      NEEDS_REVIEW: 'Someone at the service takes a look',
      FAILED: 'The checks didn’t pass. No event is sent',
      DECLINED: 'Declined after a review',
    },
  },
  leave: {
    heading: 'Leave the verification?',
    lead: 'We keep what you’ve entered, so you can pick up where you left off.',
    stay: 'Keep going',
    go: 'Leave',
  },
  return: (merchant: string | null) => (merchant === null ? 'Return' : `Return to ${merchant}`),
  closePage: 'You can close this page.',
  tryAgain: 'Try again',
  ends: {
    done: {
      heading: 'Thank you, all done',
      lead: 'We’ve received everything we need for the check. You’ll see the result where you started.',
    },
    unknown: {
      heading: 'Start from the page that sent you here',
      lead: 'There’s no verification to continue here. It opens from the merchant’s own page.',
    },
    expired: {
      heading: 'This verification has expired',
      lead: 'You had a limited time to complete it. Go back to start a new one. Nothing is wrong with your details.',
    },
    finished: {
      heading: 'You’ve already completed this',
      lead: 'There’s nothing left to do here. You’ll find the result where you started.',
    },
    'redirect-only': {
      heading: 'This verification needs a page of its own',
      lead: 'It can’t be shown inside another page. Go back and open it from there.',
    },
    phone: {
      heading: 'Go back to your other device',
      lead: 'Continue there, or have it show a new code: each works once, for a few minutes. We’ve kept what you’ve entered.',
    },
    offline: {
      heading: 'We can’t reach the service',
      lead: 'Check your connection and try again. We’ve kept what you’ve entered so far.',
    },
  },
}
