/** The only database error that we expect: another request was first. */
import { Prisma } from '../prisma-client/client'

/** Not of a raw query, whose errors have no such code. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
