// What the hosted flow hands in for one capability (F1): a result, and the data and pictures that came with it.
import type {
  ArtifactPage,
  ArtifactType,
  Capability,
  DocumentData,
  PersonalInfo,
} from '../state/entities.ts'

export interface CollectedPage {
  page: ArtifactPage
  contentType: string
  bytes: Uint8Array
}

export interface CapabilityOutcome {
  capability: Capability
  succeeded: boolean
  personalInfo?: PersonalInfo
  document?: DocumentData
  scan?: { type: ArtifactType; pages: readonly CollectedPage[] }
}
