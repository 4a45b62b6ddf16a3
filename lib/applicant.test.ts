import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { NextRequest, NextResponse } from 'next/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { welcomeApplicant } from './applicant'

beforeAll(() => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  for (const [name, value] of Object.entries(example)) vi.stubEnv(name, value)
})

const TOKEN = 'a'.repeat(43)

function cookiesFor(cookie?: string): string[] {
  const request = new NextRequest('http://localhost:3000/apply', {
    headers: cookie ? { cookie } : {},
  })
  const response = NextResponse.next()
  welcomeApplicant(request, response)
  return response.headers.getSetCookie()
}

test('a new visitor gets a cookie that no script reads, another one each', () => {
  const [cookie] = cookiesFor()
  expect(cookie).toMatch(
    /^applicant=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=7776000; HttpOnly; SameSite=lax$/,
  )
  expect(cookiesFor()[0]).not.toBe(cookie)
})

test('a known visitor keeps theirs', () => {
  expect(cookiesFor(`applicant=${TOKEN}`)).toEqual([])
})

test('a cookie that is none of ours is replaced', () => {
  expect(cookiesFor(`applicant=${TOKEN}x`)).toHaveLength(1)
})
