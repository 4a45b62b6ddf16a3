-- CreateTable
CREATE TABLE "DeviceHandoff" (
    "inquiryRow" UUID NOT NULL,
    "linkHash" CHAR(64) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "deviceHash" CHAR(64),
    "code" CHAR(4),
    "codeAttempts" INTEGER NOT NULL DEFAULT 0,
    "confirmedAt" TIMESTAMPTZ(3),

    CONSTRAINT "DeviceHandoff_pkey" PRIMARY KEY ("inquiryRow")
);

-- CreateIndex
CREATE UNIQUE INDEX "DeviceHandoff_linkHash_key" ON "DeviceHandoff"("linkHash");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceHandoff_deviceHash_key" ON "DeviceHandoff"("deviceHash");

-- AddForeignKey
ALTER TABLE "DeviceHandoff" ADD CONSTRAINT "DeviceHandoff_inquiryRow_fkey" FOREIGN KEY ("inquiryRow") REFERENCES "Inquiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
