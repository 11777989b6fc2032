export { allOf } from './allOf.js'
export { anyText } from './anyText.js'
export { ballotBoxSuite } from './ballotBoxSuite.js'
export {
  buildCreation,
  buildCreations,
  buildEntry,
  buildFile,
  buildNode,
  buildRecord,
  buildType,
  buildUser,
  type Creation,
  uidFor,
} from './builders.js'
export { arbitraryCreations, arbitraryEntry, arbitraryPath, arbitraryQuery } from './contentStore/arbitraryCatalogs.js'
export { addManyObjects, arbitraryWideQuery } from './contentStore/manyObjects.js'
export { type ComparedStore, storeAnswersAsMemory, storeChangesAsMemory } from './contentStore/memoryCases.js'
export { contentStoreSuite } from './contentStoreSuite.js'
export { type CountedFunction, countedFunction, type GatedFunction, gatedFunction } from './countedFunction.js'
export { countingStore } from './countingStore.js'
export { cpuTimeOf } from './cpuTimeOf.js'
export { endWithUs } from './endWithUs.js'
export { eventually } from './eventually.js'
export { type FaultyStore, faultySharedStore, type StoreFaultKind } from './faultySharedStore.js'
export { freshStores, type OpenStore } from './freshStores.js'
export { arbitraryTree } from './hiddenTexts/arbitraryTree.js'
export { type GuardedSite, guardedSite } from './hiddenTexts/guardedSite.js'
export { findInHtml, isHarmlessAddress, type ParsedHtml, scriptVectors } from './hostileHtml.js'
export { arbitraryRead } from './hostileRequests/arbitraryRead.js'
export { type Grammar, nameOf } from './hostileRequests/grammar.js'
export { addHostileContent, type SendRequest } from './hostileRequests/hostileContent.js'
export { type HostileReport, sendHostileRequests } from './hostileRequests/sendHostileRequests.js'
export {
  formSenders,
  panelsOf,
  placesOf,
  plansOf,
  readEverything,
  tokensOf,
  webhooksOf,
} from './hostileRequests/survey.js'
export { type HttpClient, httpClient } from './httpClient.js'
export { iterationsUntil } from './iterationsUntil.js'
export { buildMail, mailStoreSuite } from './mailStoreSuite.js'
export { type ManualTime, manualTime, slice } from './manualTime.js'
export {
  type InstanceOptions,
  type MemoizeInstance,
  type MemoizeInstances,
  memoizeInstances,
  serializingCodec,
  sha256,
} from './memoizeInstances.js'
export { minuteCountSuite, type OpenedCounts } from './minuteCountSuite.js'
export { answerChecker, type CheckAnswer } from './openApi/answerChecker.js'
export { pageBrowser, type SentFields } from './pageBrowser.js'
export { pendingUploadSuite } from './pendingUploadSuite.js'
export { createMailbox, type Mailbox } from './people/mailbox.js'
export { type PeopleClient, peopleClient } from './people/peopleClient.js'
export { type OpenPeople, peopleStores } from './people/peopleStores.js'
export { formTokenIn, plainPages, readPlainPage } from './plainPages.js'
export { plainTokens } from './plainTokens.js'
export { type Exchange, exchangePreservesTheSite } from './ploneExport/exchangeProperty.js'
export { exportDifferences } from './ploneExport/exportDifferences.js'
export { importPreservesTheExport } from './ploneExport/importProperty.js'
export {
  type PloneExport,
  type PloneObject,
  ploneHash,
  plonePage,
  ploneRoot,
  ploneUid,
  publishedRecords,
  writePloneExport,
} from './ploneExport.js'
export { pngHeader } from './pngHeader.js'
export { crowd } from './polls/crowd.js'
export { type PollClient, pollClient, voteCookie } from './polls/pollClient.js'
export { pollsFollowTheModel } from './polls/pollProperty.js'
export {
  again,
  type Count,
  counted,
  countOf,
  newVisitor,
  type Sent,
  type Voter,
  votingClient,
} from './polls/voting.js'
export { pollVotesSuite } from './pollVotesSuite.js'
export { freshDatabases } from './postgres/freshDatabases.js'
export { replicating, startPostgres, startStandby } from './postgres/postgresServer.js'
export { reusedDatabases } from './postgres/reusedDatabases.js'
export type { PostgresServer } from './postgres/server.js'
export {
  basicAuthorization,
  createPrograms,
  type Ended,
  listening,
  type Programs,
  type RunningServer,
} from './programs.js'
export { type Program, programsIn } from './programsIn.js'
export { connectRaw, listenOn, type RawAnswer, type RawConnection } from './rawHttp.js'
export { describeRedis } from './redis/describeRedis.js'
export { type FaultyProxy, type ProxyMode, startFaultyProxy } from './redis/faultyProxy.js'
export { findRedisServer } from './redis/findRedisServer.js'
export { freePort } from './redis/freePort.js'
export { queryRedis } from './redis/queryRedis.js'
export { type RedisCluster, startRedisCluster } from './redis/redisCluster.js'
export { type RedisServer, startRedis, startRedisSentinel } from './redis/redisServer.js'
export { type SlowProxy, startSlowProxy } from './redis/slowProxy.js'
export { startTlsRedis, testCertificate } from './redis/tlsRedis.js'
export { refusalOf } from './refusalOf.js'
export { type OpenedRemoteStore, remoteStoreSuite } from './remoteStoreSuite.js'
export { type RoundTripService, roundTripSuite } from './roundTripSuite.js'
export type { Runner } from './runner.js'
export { runsOf } from './runsOf.js'
export { type FencedStores, schemaFenceSuite } from './schemaFenceSuite.js'
export type { OpenedSharedStore } from './sharedStore/openedStore.js'
export { sharedStoreSuite } from './sharedStoreSuite.js'
export { type Share, type SharingInstance, sharingInstances } from './sharingInstance.js'
export { copiesPreserveTheSite } from './siteCopies/copyProperty.js'
export { type ReceivedMail, type SmtpSink, startSmtpSink } from './smtpSink.js'
export { runOn } from './storeOfRun.js'
export {
  addPublished,
  createTestSite,
  password,
  type TestClock,
  type TestSite,
  type TestSiteOptions,
  type TestUser,
  testBase,
  testMember,
  testRoles,
} from './testSite.js'
export { timeBeyond } from './timeBeyond.js'
export { userDirectorySuite } from './userDirectorySuite.js'
export { webhookStoreSuite } from './webhookStoreSuite.js'
export { populate } from './wholeStore/populate.js'
export type { Stores } from './wholeStore/testedStores.js'
export { textOfPart } from './wholeStore/textOfPart.js'
export { wholeStoreSuite } from './wholeStoreSuite.js'
export {
  isAlive,
  settingsOfWorkers,
  startWorkers,
  type WorkerClient,
  type WorkerLine,
  type WorkersService,
  workerClient,
} from './workersService.js'
export { type OpenTwoStores, plansFollowTheModel } from './workflows/plansProperty.js'
export { paperType, type WorkflowClient, workflowBodies, workflowClient } from './workflows/workflowClient.js'
export { workflowsFollowTheModel } from './workflows/workflowProperty.js'
