/** The only database error that we expect: another request was first. */
import { Prisma } from '../prisma-client/client'

/** Of a query of Prisma's, or of a raw one. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2002' || (error.code === 'P2010' && error.meta?.code === '23505'))
