-- Phase: expand. What staff see of a day's applications, counted now and then once there are many. The build before counts by itself.
CREATE TABLE "DailyFigures" (
  "day" DATE NOT NULL,
  "outcomes" JSONB NOT NULL,
  "decisionTimes" JSONB NOT NULL,
  "countedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "DailyFigures_pkey" PRIMARY KEY ("day")
);
