import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth'

type Context = { params: Promise<{ nextauth: string[] }> }

// The options need the environment, which a build does not have: they are made at the first request.
const handler = (request: Request, context: Context) => NextAuth(authOptions())(request, context)

export { handler as GET, handler as POST }
