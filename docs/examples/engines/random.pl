#!/usr/bin/env perl
# A program that plays any game of caravan_tui, by chance.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my $json = JSON::PP->new->canonical;
my @moves;

sub say_line {
    my %message = @_;
    print $json->encode(\%message), "\n";
}

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        say_line(type => 'hello', protocol => 1, name => 'random.pl');
    }
    elsif ($type eq 'position') {
        # $message->{view} is all that the seat may know.
        @moves = @{ $message->{moves} };
    }
    elsif ($type eq 'go') {
        my $move = $moves[ int rand @moves ];
        say_line(type => 'bestmove', action => $move->{action} + 0);
    }
    elsif ($type eq 'quit') {
        last;
    }
}
