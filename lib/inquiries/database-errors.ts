/** The one database error that is an expected outcome here: somebody else was first. */
import { Prisma } from '../prisma-client/client'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
