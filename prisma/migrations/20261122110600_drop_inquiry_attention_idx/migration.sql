-- Phase: expand. No query of either build could use it, because Prisma sends an enum as a parameter.
DROP INDEX CONCURRENTLY "Inquiry_attention_idx";
