// What the hosted flow submits for one capability (F1): a result with its data and pictures.
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
