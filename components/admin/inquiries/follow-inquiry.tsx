'use client'
/** Keeps one inquiry's page true without a reload: asks for its version, and renders the page anew when that changed. */
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import useSWR from 'swr'
import * as z from 'zod/mini'

const REFRESH_MS = 2000

const versionSchema = z.object({ version: z.string() })

async function fetchVersion(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}`)
  return versionSchema.parse(await response.json()).version
}

/**
 * @param shown the version that the page was made from
 * @param settled nothing more is expected: it is asked only when somebody comes back to the page
 */
export function FollowInquiry({
  id,
  shown,
  settled,
}: {
  id: string
  shown: string
  settled: boolean
}) {
  const router = useRouter()
  const { data: latest } = useSWR(`/api/admin/inquiries/${id}/version`, fetchVersion, {
    refreshInterval: settled ? 0 : REFRESH_MS,
  })
  useEffect(() => {
    if (latest !== undefined && latest !== shown) router.refresh()
  }, [latest, shown, router])
  return null
}
