// Compiled where it runs: what the command line of Angular does ahead of time, its compiler does here.
import '@angular/compiler';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { wayOf } from '../story.ts';
import { appOf, WAY } from './app.js';

const way = wayOf(location.pathname);
const isHydrated = document.querySelector('app-root').firstElementChild !== null;
bootstrapApplication(appOf(way), {
  providers: [{ provide: WAY, useValue: way }, ...(isHydrated ? [provideClientHydration()] : [])],
});
