/** Bytes that a job keeps at most: documents, errors, and what is known of its site. */
export const JOB_BYTES = 67_108_864;
/** What a key, or an account, may have: jobs in work, and bytes of these and of ended ones. */
export const JOB_BOUNDS = { jobsInWork: 4, jobBytes: JOB_BYTES, subjectBytes: 402_653_184 };
