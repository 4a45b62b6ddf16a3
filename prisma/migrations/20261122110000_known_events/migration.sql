-- Phase: expand. The build before this one stores events in "WebhookEvent". The trigger notes their ids.
CREATE TABLE "KnownEvent" (
  "id" UUID NOT NULL,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL,
  "deliveries" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "KnownEvent_pkey" PRIMARY KEY ("id")
);

-- The table becomes one partition of "ReceivedEvent": what has no day of its own.
ALTER TABLE "WebhookEvent"
  ADD COLUMN "day" DATE NOT NULL DEFAULT '1970-01-01',
  ADD CONSTRAINT "WebhookEvent_day_check" CHECK ("day" >= '1970-01-01' AND "day" < '1970-01-02') NOT VALID;

CREATE FUNCTION "note_known_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "KnownEvent" ("id", "receivedAt", "deliveries") VALUES (NEW."id", NEW."receivedAt", NEW."deliveries")
  ON CONFLICT ("id") DO UPDATE SET "deliveries" = "KnownEvent"."deliveries" + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER "WebhookEvent_known" AFTER INSERT OR UPDATE OF "deliveries" ON "WebhookEvent"
FOR EACH ROW EXECUTE FUNCTION "note_known_event"();
