// The flow in Arabic.

import type { Words } from './words.ts'

export const ARABIC: Words = {
  testMode: 'بيئة تجريبية',
  otherLanguage: 'English',
  loading: 'لحظة من فضلك…',
  saving: 'جارٍ الحفظ…',
  progress: (position, total) => `الخطوة ${position} من ${total}`,
  steps: {
    CONSENT: 'الموافقة',
    PERSONAL_INFO: 'المعلومات الشخصية',
    PASSPORT_SCAN: 'وثيقة الهوية',
    FACE_MATCH: 'صورة شخصية',
    SIGNATURE: 'التوقيع',
    REVIEW: 'المراجعة والإرسال',
  },
  cancel: 'إلغاء',
  continue: 'متابعة',
  back: 'رجوع',
  offline: 'تعذّر الوصول إلى الخدمة. تحقق من اتصالك ثم أعد المحاولة.',
  consent: {
    heading: 'التحقق من هويتك',
    lead: (merchant) => `يطلب منك ${merchant} تأكيد هويتك. يستغرق ذلك نحو دقيقتين. ستحتاج إلى:`,
    needs: {
      PERSONAL_INFO: 'اسمك وبلدك وبريدك الإلكتروني ورقم هاتفك',
      PASSPORT_SCAN: 'جواز سفر أو بطاقة هوية وطنية أو رخصة قيادة',
      FACE_MATCH: 'صورة لوجهك',
      SIGNATURE: 'صورة لتوقيعك',
    },
    privacy: (merchant) =>
      `تُستخدم بياناتك وصورك للتحقق من هويتك لصالح ${merchant} فقط. هذه بيئة تجريبية: استخدم النماذج لا وثائقك الحقيقية.`,
    agree: 'أوافق وأتابع',
  },
  personalInfo: {
    heading: 'المعلومات الشخصية',
    lead: 'أدخل بياناتك كما تظهر في وثيقة هويتك.',
    labels: {
      fullName: 'الاسم الكامل',
      country: 'البلد',
      email: 'البريد الإلكتروني',
      phone: 'رقم الهاتف',
    },
    hints: {
      fullName: '',
      country: '',
      email: '',
      phone: 'مع رمز البلد، مثل ‎+44 7700 900123',
    },
    problems: {
      fullName: 'أدخل اسمك بالأحرف، حرفين على الأقل.',
      country: 'اختر بلدك.',
      email: 'أدخل بريدًا إلكترونيًا مثل name@example.com.',
      phone: 'أدخل الرقم مع علامة + ورمز البلد، مثل ‎+44 7700 900123.',
    },
    chooseCountry: 'اختر البلد',
    fixFields: 'يرجى مراجعة الحقول المحددة.',
  },
  documentChoice: {
    heading: 'اختر وثيقتك',
    lead: 'ما الوثيقة المتوفرة لديك الآن؟',
    names: {
      passport: 'جواز سفر',
      national_id: 'بطاقة هوية وطنية',
      driving_license: 'رخصة قيادة',
    },
    pages: {
      passport: 'الصفحة التي تحمل صورتك',
      national_id: 'الوجه والظهر',
      driving_license: 'الوجه والظهر',
    },
  },
  picture: {
    headings: {
      passport: { frontPage: 'جواز السفر: صفحة الصورة', backPage: '' },
      national_id: { frontPage: 'بطاقة الهوية: الوجه', backPage: 'بطاقة الهوية: الظهر' },
      driving_license: { frontPage: 'رخصة القيادة: الوجه', backPage: 'رخصة القيادة: الظهر' },
      selfie: { frontPage: 'التقط صورة لوجهك', backPage: '' },
      signature: { frontPage: 'توقيعك', backPage: '' },
    },
    leads: {
      passport: 'يجب أن تظهر الصفحة كاملة وواضحة ومن دون انعكاس للضوء.',
      national_id: 'يجب أن تظهر البطاقة كاملة وواضحة ومن دون انعكاس للضوء.',
      driving_license: 'يجب أن تظهر البطاقة كاملة وواضحة ومن دون انعكاس للضوء.',
      selfie: 'انظر إلى الأمام مباشرة في إضاءة جيدة، ومن دون أن يغطي وجهك شيء.',
      signature: 'وقّع على ورقة بيضاء والتقط صورة لها.',
    },
    takePhoto: 'استخدم الكاميرا',
    upload: 'ارفع صورة',
    uploadHint: 'JPEG أو PNG أو WebP، بحد أقصى 10 ميغابايت',
    specimen: 'استخدم نموذجًا',
    specimenHint: 'للتجربة: صورة مختلقة تحمل علامة واضحة',
    failCheck: 'للتجربة: اجعل هذا الفحص يفشل',
    capture: 'التقط الصورة',
    backToChoice: 'اختر طريقة أخرى',
    preview: 'صورتك',
    isItClear: 'هل يظهر كل شيء في الصورة بوضوح؟',
    use: 'استخدم هذه الصورة',
    retake: 'أعد التصوير',
    cameraPicture: 'ما تراه الكاميرا',
    cameraStarting: 'جارٍ تشغيل الكاميرا…',
    problems: {
      unreadable: 'تعذّرت قراءة هذا الملف كصورة. استخدم صورة JPEG أو PNG أو WebP.',
      'too-large': 'هذه الصورة أكبر من 10 ميغابايت. اختر صورة أصغر.',
      'too-small': 'هذه الصورة صغيرة جدًا. اختر صورة لا يقل عرضها وارتفاعها عن 200 بكسل.',
      'camera-denied':
        'لا يُسمح للمتصفح باستخدام الكاميرا. اسمح بذلك من شريط العنوان ثم أعد المحاولة، أو ارفع صورة.',
      'camera-missing': 'لم نجد كاميرا في هذا الجهاز. يمكنك رفع صورة بدلًا من ذلك.',
      'camera-busy': 'لم تعمل الكاميرا، وقد يكون برنامج آخر يستخدمها. أعد المحاولة أو ارفع صورة.',
    },
  },
  review: {
    heading: 'المراجعة والإرسال',
    lead: (merchant) => `هذا ما سيتلقاه ${merchant}. لا يمكن تغييره بعد الإرسال.`,
    given: 'تم',
    change: 'تغيير',
    submit: 'إرسال',
  },
  sandbox: {
    heading: 'البيئة التجريبية: اختر النتيجة',
    lead: 'الخدمة الحقيقية تقرر بنفسها. هنا القرار لك.',
    letItRun: 'اترك الأمر للخدمة',
    outcomes: {
      APPROVED: 'مقبول',
      NEEDS_REVIEW: 'يحتاج إلى مراجعة',
      FAILED: 'لم ينجح',
      DECLINED: 'مرفوض',
    },
    hints: {
      RUN: 'يُتخذ القرار خلال ثوانٍ، كما خُطط له أو بحسب نتيجة الفحوص',
      APPROVED: 'كل شيء سليم',
      NEEDS_REVIEW: 'سيراجع الطلب موظف في الخدمة',
      FAILED: 'لم تنجح الفحوص، ولا يُرسل أي إشعار',
      DECLINED: 'مرفوض بعد المراجعة',
    },
  },
  done: {
    heading: 'شكرًا لك، انتهينا',
    lead: (merchant) => `لدينا كل ما نحتاجه. سيخبرك ${merchant} بالنتيجة.`,
    decided: (outcome) => `نتيجة البيئة التجريبية: ${outcome}`,
  },
  leave: {
    heading: 'هل تريد مغادرة التحقق؟',
    lead: 'ما قدّمته محفوظ، ويمكنك المتابعة لاحقًا من حيث توقفت.',
    stay: 'متابعة التحقق',
    go: 'مغادرة',
  },
  return: (merchant) => (merchant === null ? 'عودة' : `العودة إلى ${merchant}`),
  closeWindow: 'يمكنك إغلاق هذه النافذة الآن.',
  tryAgain: 'أعد المحاولة',
  deadEnds: {
    unknown: {
      heading: 'لا نعرف طلب التحقق هذا',
      lead: 'قد يكون الرابط ناقصًا. عد إلى حيث كنت وابدأ من جديد.',
    },
    expired: {
      heading: 'انتهت صلاحية طلب التحقق',
      lead: 'انقضى الوقت المتاح لإكماله. عد واطلب تحققًا جديدًا؛ لا مشكلة في بياناتك.',
    },
    finished: {
      heading: 'لقد أكملت هذا التحقق من قبل',
      lead: 'لم يبقَ شيء لتفعله هنا. ستصلك النتيجة من حيث بدأت.',
    },
    'redirect-only': {
      heading: 'يحتاج هذا التحقق إلى صفحة مستقلة',
      lead: 'لا يمكن عرضه داخل صفحة أخرى. عد وافتحه هناك.',
    },
    nobody: {
      heading: 'ابدأ من الصفحة التي أرسلتك',
      lead: 'يُفتح التحقق من صفحة التاجر نفسها، لا من هذا العنوان.',
    },
    offline: {
      heading: 'تعذّر الوصول إلى الخدمة',
      lead: 'تحقق من اتصالك ثم أعد المحاولة. ما قدّمته محفوظ.',
    },
  },
}
