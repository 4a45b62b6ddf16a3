/** The secrets that .env.example publishes, as SHA-256 digests: anyone who has this repository could use them. */
import 'server-only'
import { createHash } from 'node:crypto'

const PUBLISHED = new Set([
  'c26da4ec0e1db07dea12ca1eebccf73da7850ebc65148ac92386fdb7117bde3b', // NEXTAUTH_SECRET
  '6b7fbd04f082a30acd3d46f0afd8e0588e3fa11e2ad418aae225c0e6e4d544a1', // CRON_SECRET
  '08ac7936a298219fb927d928c1f6ad84d30b9d7830a7b0708ea8a96c1592e2c7', // VERIFICATION_API_KEY
  'f7229d1bd414150fae3613dc4cd98cdedb2940a7454eac33934e385bd83b25a9', // VERIFICATION_WEBHOOK_SECRET
])

export const isPublished = (secret: string): boolean =>
  PUBLISHED.has(createHash('sha256').update(secret).digest('hex'))
