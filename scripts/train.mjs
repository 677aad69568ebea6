#!/usr/bin/env node
// Fits the extraction model to labelled pages: npm run train -- --corpus DIR
import { runCompiled } from './run-compiled.mjs';

runCompiled('train');
