-- Phase: contract. The overview counts those who wait for a decision, by their own index. Without this one, the build before only gets slower.
DROP INDEX CONCURRENTLY "Inquiry_unsettled_idx";
