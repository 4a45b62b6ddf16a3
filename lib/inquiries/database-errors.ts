/** The only database error we expect: another request was first. */
import { Prisma } from '../prisma-client/client'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
