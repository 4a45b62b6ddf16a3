import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { GET as exportAudit } from '@/app/admin/audit/export/route'
import { GET as exportInquiries } from '@/app/admin/inquiries/export/route'
import { GET as revealDocuments } from './inquiries/[id]/documents/route'

const { getStaff } = vi.hoisted(() => ({ getStaff: vi.fn(async () => null) }))
vi.mock('@/lib/staff/auth', () => ({ getStaff, getStaffSession: getStaff }))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

const params = Promise.resolve({ id: '01900000-0000-7000-8000-000000000001' })
const AUDITED: [string, (request: NextRequest) => Promise<Response>][] = [
  ['the identity and documents', (request) => revealDocuments(request, { params })],
  ['the audit trail', exportAudit],
  ['the list of inquiries', exportInquiries],
]

test.each(AUDITED)(
  'neither a page on another site or subdomain nor an image on our own page can fetch %s',
  async (_, get) => {
    const statusOf = async (headers: Record<string, string>) =>
      (await get(new NextRequest('http://localhost/', { headers }))).status
    for (const site of ['cross-site', 'same-site'])
      expect(await statusOf({ 'sec-fetch-site': site })).toBe(403)
    for (const dest of ['image', 'iframe', 'script'])
      expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest })).toBe(403)
    expect(getStaff).not.toHaveBeenCalled()
    for (const site of ['same-origin', 'none'])
      for (const dest of ['empty', 'document'])
        expect(await statusOf({ 'sec-fetch-site': site, 'sec-fetch-dest': dest })).toBe(401)
    getStaff.mockClear()
  },
)
