import { render as renderSvelte } from 'svelte/server';
import { STORY } from '../story.ts';
import App from './App.svelte';

export const render = async (way) => (await renderSvelte(App, { props: { way, given: STORY } })).body;
